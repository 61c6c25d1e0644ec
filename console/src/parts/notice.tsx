import type { ReactNode } from 'react';
import { sentenceOf } from '../api.ts';

export const Notice = ({ kind = 'plain', children }: { kind?: 'plain' | 'accent'; children: ReactNode }) => (
  <div className={`notice ${kind}`} role="status">
    {children}
  </div>
);

/** What went wrong and, where it helps, a way to try again. Nothing while there is no error. */
export const ErrorNotice = ({ error, retry }: { error: unknown; retry?: () => void }) =>
  error ? (
    <div className="notice danger" role="alert">
      <span>{sentenceOf(error)}</span>
      {retry && (
        <button type="button" className="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  ) : null;
