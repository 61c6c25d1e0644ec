import './run-area.css';
import { useNavigate } from '@tanstack/react-router';
import { type DragEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { showToast } from '../frame/toasts.tsx';
import { ErrorNotice } from '../parts/notice.tsx';
import { useSignedIn } from '../session/session.ts';
import { BatchRun } from './batch-run.tsx';
import { DropArea } from './file-inputs.tsx';
import { type Found, filesOfDrop, filesOfInput } from './files/dropped-files.ts';
import { resumeFromFiles } from './resume.ts';
import { useRunChoice } from './run-choice.ts';
import { SinglePrice } from './single-price.tsx';
import { SingleRun } from './single-run.tsx';
import { addToTray, removeFromTray, setTrayOrganization, useTray } from './tray.ts';
import { WorkflowFields } from './workflow-fields.tsx';

/** The area on Home that takes images and runs a workflow: one image is compared in place, several become a batch. */
export const RunArea = () => {
  const organization = useSignedIn().organization.id;
  const navigate = useNavigate();
  const choice = useRunChoice(organization);
  // This runs before the first paint, so that no image of another organization is ever shown.
  useLayoutEffect(() => setTrayOrganization(organization), [organization]);
  const { entries } = useTray();
  const [over, setOver] = useState(false);
  const area = useRef<HTMLElement>(null);
  const [only, ...others] = entries;

  const take = async (found: Found) => {
    const { rest, batch, resumed } = await resumeFromFiles(organization, found);
    if (rest.files.length > 0) await addToTray(rest);
    if (batch === null) return;
    showToast(
      resumed === 1 ? 'The upload goes on with 1 file.' : `The upload goes on with ${resumed} files.`,
    );
    if (rest.files.length === 0) navigate({ to: '/batches/$id', params: { id: batch } });
  };
  const startOver = () => {
    removeFromTray(() => true);
    choice.clearExtras();
  };
  const onDrop = async (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    // A file that is dropped on one of the small areas for further images is handled there.
    if ((event.target as Element).closest('.drop.small')) return;
    await take(await filesOfDrop(event.dataTransfer));
  };
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      if (!event.clipboardData?.files.length) return;
      event.preventDefault();
      addToTray(filesOfInput(event.clipboardData.files));
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      area.current?.querySelector<HTMLButtonElement>('.button.primary:enabled')?.click();
    };
    document.addEventListener('paste', onPaste);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('paste', onPaste);
      document.removeEventListener('keydown', onKey);
    };
  }, []);

  return (
    <section
      ref={area}
      className="stage run-area"
      aria-label="Run images"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(!(event.target as Element).closest('.drop.small'));
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      {!only && (
        <>
          <div className="stage-image">
            <DropArea over={over} onFound={take} />
          </div>
          <div className="stage-side">
            <WorkflowFields choice={choice} disabled={false} />
            <SinglePrice workflow={choice.workflow} />
            <ErrorNotice error={choice.error} />
            <div className="actions">
              <button type="button" className="button primary" disabled>
                Run
              </button>
            </div>
          </div>
        </>
      )}
      {only?.file && others.length === 0 && (
        <SingleRun
          key={only.id}
          file={only.file}
          refusal={only.checked?.ok === false ? only.checked.reason : null}
          choice={choice}
          onFound={take}
          onStartOver={startOver}
        />
      )}
      {others.length > 0 && <BatchRun choice={choice} over={over} onFound={take} onStartOver={startOver} />}
    </section>
  );
};
