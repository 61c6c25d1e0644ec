import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import type { Execution } from 'darkroom-client';
import { useState } from 'react';
import { api } from '../api.ts';
import { ConfirmButton } from '../parts/confirm-button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { ErrorNotice } from '../parts/notice.tsx';
import { mayReview, mayRun } from '../session/rights.ts';
import { useSignedIn } from '../session/session.ts';

type Act = UseMutationResult<unknown, Error, () => Promise<unknown>>;

type Props = { execution: Execution; act: Act; refresh: () => void };

/**
 * Buttons for the actions that the user's role and the execution's status allow. An action confirmed in a dialog shows
 * its error in that dialog.
 */
export const ExecutionActions = ({ execution, act, refresh }: Props) => {
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
          sentence="The execution stops and its credits are released. You can retry it later."
          confirm="Cancel execution"
          onConfirm={() => api.post('/v1/workflow/execution/{id}/cancel', target).finally(refresh)}
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
              api.post('/v1/workflow/execution/{id}/reject', { ...target, body: { reason } }).finally(refresh)
            }
          />
        </>
      )}
    </>
  );
};

const Reject = ({ onReject }: { onReject: (reason: string) => Promise<unknown> }) => {
  const [open, setOpen] = useState(false);
  const reject = useMutation({ mutationFn: onReject, onSuccess: () => setOpen(false) });
  const ask = () => {
    reject.reset();
    setOpen(true);
  };
  return (
    <>
      <button type="button" className="button danger" onClick={ask}>
        Reject
      </button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Reject this result?"
        description="The execution fails and nothing is charged. The reason is shown on the execution page."
      >
        <form
          className="form"
          onSubmit={(event) => {
            event.preventDefault();
            reject.mutate(String(new FormData(event.currentTarget).get('reason')));
          }}
        >
          <label className="field">
            <span className="label">Reason</span>
            <textarea className="textarea" name="reason" required maxLength={1000} />
          </label>
          <ErrorNotice error={reject.error} />
          <div className="actions end">
            <button type="button" className="button" onClick={() => setOpen(false)}>
              Go back
            </button>
            <button type="submit" className="button danger" disabled={reject.isPending}>
              Reject result
            </button>
          </div>
        </form>
      </Dialog>
    </>
  );
};
