import type { ReactNode } from 'react';

/** Nothing is here yet: says so, and what to do next. */
export const Empty = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="empty">
    <strong>{title}</strong>
    {children}
  </div>
);
