import type { Execution } from 'darkroom-client';
import { useState } from 'react';
import { SettingsArea } from '../executions/settings/settings-area.tsx';
import { useSteps } from '../executions/use-steps.ts';
import { Dialog } from '../parts/dialog.tsx';
import { ErrorNotice } from '../parts/notice.tsx';

type Settings = Record<string, unknown>;

type Props = { execution: Execution; onClose: () => void; onRedo: (settings: Settings) => void };

/** Changes settings of the steps, with a preview, and sends the result back to be done again. */
export const RedoDialog = ({ execution, onClose, onRedo }: Props) => {
  const [settings, setSettings] = useState<Settings>(execution.settings);
  const steps = useSteps(execution);
  return (
    <Dialog
      open
      onClose={onClose}
      title="Redo with other settings"
      description="The same image runs again at the same price and comes back to a reviewer."
    >
      <ErrorNotice error={steps.error} retry={() => steps.refetch()} />
      {steps.data && (
        <SettingsArea execution={execution} steps={steps.data} settings={settings} onChange={setSettings} />
      )}
      <div className="actions end">
        <button type="button" className="button" onClick={onClose}>
          Go back
        </button>
        <button
          type="button"
          className="button primary"
          disabled={!steps.data}
          onClick={() => onRedo(settings)}
        >
          Redo
        </button>
      </div>
    </Dialog>
  );
};
