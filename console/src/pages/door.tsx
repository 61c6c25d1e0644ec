import type { ReactNode } from 'react';
import { Heading } from '../parts/heading.tsx';
import { Mark } from '../parts/mark.tsx';

/** The frame of pages in front of the door. */
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
