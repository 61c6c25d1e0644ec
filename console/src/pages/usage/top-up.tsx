import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, queries } from '../../api.ts';
import { credits } from '../../format.ts';
import { showToast } from '../../frame/toasts.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/forms/field.tsx';
import { ErrorNotice } from '../../parts/notice.tsx';
import { useSignedIn } from '../../session/session.ts';

/** The dialog in which the platform administrator grants credits to the organization or takes some back. */
export const TopUp = () => {
  const { id, name } = useSignedIn().organization;
  const [open, setOpen] = useState(false);
  const grant = useMutation({
    mutationFn: (body: { amount: number; note: string }) =>
      api.post('/v1/organization/{id}/credits', { path: { id }, body }),
    onSuccess: async ({ amount }) => {
      setOpen(false);
      showToast(amount > 0 ? `${credits(amount)} added.` : `${credits(-amount)} taken back.`);
      await Promise.all(
        [['credits', id], ['ledger', id], ['balance']].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      );
    },
  });
  return (
    <>
      <button type="button" className="button primary" onClick={() => setOpen(true)}>
        Top up
      </button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={`Top up ${name}`}
        description="The credits can be spent at once. The entry stays in the ledger for good."
      >
        <form
          className="form"
          onSubmit={(event) => {
            event.preventDefault();
            const fields = new FormData(event.currentTarget);
            grant.mutate({ amount: Number(fields.get('amount')), note: String(fields.get('note')) });
          }}
        >
          <TextField
            label="Credits"
            name="amount"
            type="number"
            step="1"
            min={-1_000_000_000_000}
            max={1_000_000_000_000}
            hint="A negative number takes credits back."
            required
          />
          <TextField label="Note" name="note" maxLength={1000} placeholder="Invoice 2026-104" />
          <ErrorNotice error={grant.error} />
          <div className="actions end">
            <button type="button" className="button" onClick={() => setOpen(false)}>
              Go back
            </button>
            <button type="submit" className="button primary" disabled={grant.isPending}>
              Add credits
            </button>
          </div>
        </form>
      </Dialog>
    </>
  );
};
