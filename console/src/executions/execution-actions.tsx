import type { UseMutationResult } from '@tanstack/react-query';
import type { Execution } from 'darkroom-client';
import { useState } from 'react';
import { api } from '../api.ts';
import { ConfirmButton } from '../parts/confirm-button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { mayReview, mayRun } from '../session/rights.ts';
import { useSignedIn } from '../session/session.ts';

type Act = UseMutationResult<unknown, Error, () => Promise<unknown>>;

/** What this person may do with an execution in this state. */
export const ExecutionActions = ({ execution, act }: { execution: Execution; act: Act }) => {
  const { role } = useSignedIn().organization;
  const { id, status, organizationId: organization } = execution;
  const target = { path: { id }, query: { organization } };
  const isRetriable = status === 'FAILED' || status === 'PAYMENT_REQUIRED';
  const isCancelable = status === 'CREATED' || status === 'ACTIVE';
  return (
    <>
      {mayRun(role) && isRetriable && (
        <button
          type="button"
          className="button primary"
          disabled={act.isPending}
          onClick={() => act.mutate(() => api.post('/v1/workflow/execution/{id}/retry', target))}
        >
          Retry
        </button>
      )}
      {mayRun(role) && isCancelable && (
        <ConfirmButton
          className="button"
          label="Cancel"
          title="Cancel this execution?"
          sentence="Its work stops and its credits are free again. It can be retried later."
          confirm="Cancel it"
          onConfirm={() => act.mutateAsync(() => api.post('/v1/workflow/execution/{id}/cancel', target))}
        />
      )}
      {mayReview(role) && status === 'IN_QA' && (
        <>
          <button
            type="button"
            className="button primary"
            disabled={act.isPending}
            onClick={() => act.mutate(() => api.post('/v1/workflow/execution/{id}/approve', target))}
          >
            Approve
          </button>
          <Reject
            onReject={(reason) =>
              act.mutate(() =>
                api.post('/v1/workflow/execution/{id}/reject', { ...target, body: { reason } }),
              )
            }
          />
        </>
      )}
    </>
  );
};

const Reject = ({ onReject }: { onReject: (reason: string) => void }) => {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="button danger" onClick={() => setOpen(true)}>
        Reject
      </button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Reject the result?"
        description="The execution ends as failed, and nothing is charged. Whoever made it reads the reason."
      >
        <form
          className="form"
          onSubmit={(event) => {
            event.preventDefault();
            onReject(String(new FormData(event.currentTarget).get('reason')));
            setOpen(false);
          }}
        >
          <label className="field">
            <span className="label">Reason</span>
            <textarea className="textarea" name="reason" required maxLength={1000} />
          </label>
          <div className="actions end">
            <button type="button" className="button" onClick={() => setOpen(false)}>
              Keep
            </button>
            <button type="submit" className="button danger">
              Reject it
            </button>
          </div>
        </form>
      </Dialog>
    </>
  );
};
