import type { ReactNode } from 'react';

/** The text shown in place of an empty list: a title and what to do next. */
export const Empty = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="empty">
    <strong>{title}</strong>
    {children}
  </div>
);
