import type { ReactNode } from 'react';
import { Heading } from '../parts/heading.tsx';
import { Mark } from '../parts/mark.tsx';

/** The layout of pages that need no sign-in: one card in the middle. */
export const Door = ({ title, children }: { title: string; children: ReactNode }) => (
  <main className="door">
    <div className="wordmark">
      <Mark />
      <span>Darkroom</span>
    </div>
    <div className="card">
      <Heading>{title}</Heading>
      {children}
    </div>
  </main>
);
