import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, queries } from '../../../api.ts';
import { dateTime } from '../../../format.ts';
import { showToast } from '../../../frame/toasts.tsx';
import { CodeBlock } from '../../../parts/copy/code-block.tsx';
import { CopyField } from '../../../parts/copy/copy-field.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { SelectField } from '../../../parts/forms/field.tsx';
import { ErrorNotice, Notice } from '../../../parts/notice.tsx';
import { useSignedIn } from '../../../session/session.ts';
import { VERIFY_A_MESSAGE } from './verify-a-message.ts';

const OVERLAPS = {
  0: 'stops working at once',
  24: 'works for 24 hours',
  168: 'works for 7 days',
  720: 'works for 30 days',
};

/** The secret that signs webhook messages: hidden until asked for, and replaced by a rotation. */
export const SigningSecret = () => {
  const { id } = useSignedIn().organization;
  const [shown, setShown] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['webhook-secret', id],
    queryFn: ({ signal }) => api.get('/v1/organization/{id}/webhook-secret', { path: { id }, signal }),
  });
  return (
    <section className="section" aria-labelledby="secret">
      <h2 id="secret">Signing secret</h2>
      <p>
        Every message is signed with this secret. Check the signature before you trust a message; the format
        is Standard Webhooks.
      </p>
      <div className="card">
        <ErrorNotice error={error} retry={() => refetch()} />
        {shown && data && <CopyField label="Signing secret" value={data.secret} />}
        {data?.previousValidUntil && (
          <Notice>
            Messages are also signed with the previous secret until {dateTime(data.previousValidUntil)}.
          </Notice>
        )}
        <div className="actions">
          <button type="button" className="button" disabled={!data} onClick={() => setShown(!shown)}>
            {shown ? 'Hide secret' : 'Show secret'}
          </button>
          <Rotate onRotated={() => setShown(true)} />
        </div>
        <details className="verify">
          <summary>How to check a signature</summary>
          <CodeBlock label="code that checks a signature" code={VERIFY_A_MESSAGE} />
        </details>
      </div>
    </section>
  );
};

const Rotate = ({ onRotated }: { onRotated: () => void }) => {
  const { id } = useSignedIn().organization;
  const [open, setOpen] = useState(false);
  const rotate = useMutation({
    mutationFn: (overlapHours: number) =>
      api.post('/v1/organization/{id}/webhook-secret/rotate', { path: { id }, body: { overlapHours } }),
    onSuccess: (secret) => {
      queries.setQueryData(['webhook-secret', id], secret);
      setOpen(false);
      onRotated();
      showToast('The secret is replaced. Copy the new one to your servers.');
    },
  });
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        Rotate secret
      </button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Rotate the signing secret?"
        description="A new secret replaces the current one. During the overlap each message carries two signatures, one with each secret."
      >
        <form
          className="form"
          onSubmit={(event) => {
            event.preventDefault();
            rotate.mutate(Number(new FormData(event.currentTarget).get('overlap')));
          }}
        >
          <SelectField label="The current secret" name="overlap" defaultValue="24">
            {Object.entries(OVERLAPS).map(([hours, words]) => (
              <option key={hours} value={hours}>
                {words}
              </option>
            ))}
          </SelectField>
          <ErrorNotice error={rotate.error} />
          <div className="actions end">
            <button type="button" className="button" onClick={() => setOpen(false)}>
              Go back
            </button>
            <button type="submit" className="button primary" disabled={rotate.isPending}>
              Rotate secret
            </button>
          </div>
        </form>
      </Dialog>
    </>
  );
};
