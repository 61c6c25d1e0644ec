import './upload-notice.css';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { count } from '../format.ts';
import { ConfirmButton } from '../parts/confirm-button.tsx';
import { ErrorNotice } from '../parts/notice.tsx';
import { AddButtons } from './file-inputs.tsx';
import { type FoundFile, filesOfHandles } from './files/dropped-files.ts';
import type { FileRecord } from './journal.ts';
import { openedFiles, resumeUploads } from './resume.ts';
import { discardUpload, resumeUpload, stopUpload } from './send-files.ts';
import { type UploadState, useUploads } from './uploads.ts';

const RELOAD_MS = 5_000;

/** The uploads of the organization that this browser has not finished, followed while the page is open. */
export const useOpenUploads = (organization: string): UploadState[] => {
  const states = useUploads();
  useEffect(() => {
    // Without a journal, for example in a private window, there is nothing to resume.
    const load = () => resumeUploads(organization).catch(() => {});
    load();
    const timer = setInterval(load, RELOAD_MS);
    return () => clearInterval(timer);
  }, [organization]);
  return [...states.values()].filter(
    ({ record, phase, refused }) =>
      record.organization === organization && (phase !== 'ended' || refused.length > 0),
  );
};

/** Says how far an upload is, what it misses, and which files were refused. */
export const UploadNotice = ({ state, named }: { state: UploadState; named: boolean }) => {
  const { record, phase, reason, done, leftOut, refused } = state;
  const settled = done + leftOut + refused.length;
  return (
    <section className={`notice upload ${phase === 'interrupted' ? 'danger' : 'accent'}`} aria-label="Upload">
      <div className="upload-words" role="status">
        {named && <strong className="cut">{record.name}</strong>}
        <span>{sentenceFor(state, settled)}</span>
        {reason && <span>{reason}</span>}
        {phase !== 'ended' && <progress aria-label="Files uploaded" value={settled} max={record.total} />}
      </div>
      <div className="actions">
        {(phase === 'sending' || phase === 'interrupted') && (
          <button type="button" className="button" onClick={() => stopUpload(record.batch)}>
            Stop upload
          </button>
        )}
        {phase === 'missing' && <Resume state={state} />}
        {phase === 'ended' && (
          <button type="button" className="button" onClick={() => discardUpload(state)}>
            Dismiss
          </button>
        )}
      </div>
      {phase === 'missing' && (
        <Names title={`Missing files: ${count(state.waiting.length)}`} files={state.waiting} />
      )}
      {refused.length > 0 && <Names title={`Refused files: ${count(refused.length)}`} files={refused} />}
    </section>
  );
};

const sentenceFor = (
  { phase, record: { total, handles }, waiting, refused }: UploadState,
  settled: number,
): string => {
  const progress = `${count(settled)} of ${count(total)}`;
  const left = `${count(waiting.length)} ${waiting.length === 1 ? 'file is' : 'files are'} missing`;
  switch (phase) {
    case 'sending':
      return `Uploading: ${progress}. Keep this tab open.`;
    case 'interrupted':
      return `Upload interrupted at ${progress}. It goes on by itself.`;
    case 'elsewhere':
      return `Another tab uploads these files: ${progress}.`;
    case 'missing':
      return `${left}: ${progress} are uploaded. ${
        handles.length > 0
          ? 'Press Continue, or choose the same files or folder again.'
          : 'Choose the same files or folder again to go on.'
      }`;
    case 'ended':
      return refused.length === 1
        ? '1 file was not accepted.'
        : `${count(refused.length)} files were not accepted.`;
  }
};

const Resume = ({ state }: { state: UploadState }) => {
  const { batch, handles } = state.record;
  const resume = useMutation({
    mutationFn: async (read: () => Promise<readonly FoundFile[]>) => {
      if ((await resumeUpload(batch, await read())) === 0) throw new NothingFound();
    },
  });
  return (
    <>
      {handles.length > 0 && (
        <button
          type="button"
          className="button primary"
          disabled={resume.isPending}
          onClick={() => resume.mutate(() => filesOfHandles(handles))}
        >
          Continue
        </button>
      )}
      <AddButtons
        onFound={(found) => resume.mutate(() => openedFiles(found))}
        words={['Choose files', 'Choose folder']}
      />
      <ConfirmButton
        label="Discard the rest"
        title={`Discard ${count(state.waiting.length)} files?`}
        sentence="The batch ends with the images that were uploaded. The other files are not processed."
        confirm="Discard"
        onConfirm={() => discardUpload(state)}
      />
      {resume.error instanceof NothingFound ? (
        <span role="alert">
          No missing file was found. Choose the files or the folder of the first upload.
        </span>
      ) : (
        <ErrorNotice error={resume.error} />
      )}
    </>
  );
};

class NothingFound extends Error {}

const MAX_NAMES = 200;

const Names = ({ title, files }: { title: string; files: readonly FileRecord[] }) => (
  <details className="upload-names">
    <summary>{title}</summary>
    <ul>
      {files.slice(0, MAX_NAMES).map(({ index, path, reason }) => (
        <li key={index}>
          {path}
          {reason && `: ${reason}`}
        </li>
      ))}
    </ul>
    {files.length > MAX_NAMES && <p>and {count(files.length - MAX_NAMES)} more</p>}
  </details>
);
