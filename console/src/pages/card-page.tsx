import type { ReactNode } from 'react';
import { Heading } from '../parts/heading.tsx';
import { Logo } from '../parts/logo.tsx';

/** The layout of pages that need no sign-in: one card in the middle. */
export const CardPage = ({ title, children }: { title: string; children: ReactNode }) => (
  <main className="card-page">
    <div className="wordmark">
      <Logo />
      <span>Darkroom</span>
    </div>
    <div className="card">
      <Heading>{title}</Heading>
      {children}
    </div>
  </main>
);
