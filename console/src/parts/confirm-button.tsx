import { type ReactNode, useState } from 'react';
import { Dialog } from './dialog.tsx';
import { ErrorNotice } from './notice.tsx';

type Props = {
  label: string;
  title: string;
  sentence: ReactNode;
  confirm: string;
  onConfirm: () => Promise<unknown>;
  className?: string;
  about?: string;
};

/** A button for an action that is hard to undo: a dialog says what will happen and asks for confirmation. */
export const ConfirmButton = ({ label, title, sentence, confirm, onConfirm, className, about }: Props) => {
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const go = async () => {
    setBusy(true);
    setError(null);
    try {
      await onConfirm();
      setOpen(false);
    } catch (problem) {
      setError(problem);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <button type="button" className={className ?? 'button quiet danger'} onClick={() => setOpen(true)}>
        {label}
        {about && <span className="hidden"> {about}</span>}
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title={title} description={sentence}>
        <ErrorNotice error={error} />
        <div className="actions end">
          <button type="button" className="button" onClick={() => setOpen(false)}>
            Go back
          </button>
          <button type="button" className="button danger" disabled={busy} onClick={go}>
            {confirm}
          </button>
        </div>
      </Dialog>
    </>
  );
};
