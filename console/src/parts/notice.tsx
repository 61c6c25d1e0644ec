import type { ReactNode } from 'react';
import { errorMessage } from '../api.ts';

export const Notice = ({ kind = 'plain', children }: { kind?: 'plain' | 'accent'; children: ReactNode }) => (
  <div className={`notice ${kind}`} role="status">
    {children}
  </div>
);

/** An error message, with a button to try again if `retry` is given. Renders nothing without an error. */
export const ErrorNotice = ({ error, retry }: { error: unknown; retry?: () => void }) =>
  error ? (
    <div className="notice danger" role="alert">
      <span>{errorMessage(error)}</span>
      {retry && (
        <button type="button" className="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  ) : null;
