import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import { count } from '../format.ts';
import { AddButtons } from './file-inputs.tsx';
import { thumbnailOf } from './files/checkers.ts';
import type { Found } from './files/dropped-files.ts';
import { fileSize, megapixels } from './files/file-size.ts';
import { removeFromTray, type Tray, type TrayEntry } from './tray.ts';

const ROW_PX = 60;

type Props = {
  tray: Tray;
  over: boolean;
  disabled: boolean;
  onFound: (found: Found) => void;
  onStartOver: () => void;
};

/** The chosen files, with what the workers found out about each. Only the rows in view are in the document. */
export const TrayList = ({ tray, over, disabled, onFound, onStartOver }: Props) => {
  const [onlyProblems, setOnlyProblems] = useState(false);
  const scroller = useRef<HTMLDivElement>(null);
  const problems = tray.refused + tray.duplicates;
  const rows = onlyProblems && problems > 0 ? tray.entries.filter(hasProblem) : tray.entries;
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 6,
  });
  return (
    <div className={`tray ${over ? 'over' : ''}`}>
      <div className="tray-head">
        <p role="status">
          <strong>{count(tray.entries.length)} files</strong> · {fileSize(tray.bytes)}
          {tray.checked < tray.entries.length &&
            ` · checking ${count(tray.checked)} of ${count(tray.entries.length)}`}
        </p>
        {!disabled && (
          <div className="actions">
            {problems > 0 && (
              <button
                type="button"
                className="button quiet"
                aria-pressed={onlyProblems}
                onClick={() => setOnlyProblems(!onlyProblems)}
              >
                {onlyProblems ? 'Show all' : `Show ${count(problems)} skipped`}
              </button>
            )}
            <AddButtons onFound={onFound} />
            <button type="button" className="button quiet" onClick={onStartOver}>
              Clear
            </button>
          </div>
        )}
      </div>
      <div className="tray-scroller" ref={scroller}>
        <ul aria-label="Chosen files" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const entry = rows[index];
            return (
              entry && (
                <li
                  key={entry.id}
                  className="tray-row"
                  style={{ transform: `translateY(${start}px)` }}
                  aria-setsize={rows.length}
                  aria-posinset={index + 1}
                >
                  <Row entry={entry} disabled={disabled} />
                </li>
              )
            );
          })}
        </ul>
      </div>
    </div>
  );
};

const hasProblem = ({ checked, duplicateOf }: TrayEntry): boolean => checked?.ok === false || !!duplicateOf;

const Row = ({ entry, disabled }: { entry: TrayEntry; disabled: boolean }) => {
  const { file, path, checked } = entry;
  return (
    <>
      {file ? <Thumbnail file={file} /> : <span className="tray-thumbnail" />}
      <span className="tray-name" title={path}>
        <span className="cut">{path}</span>
        <span className="tray-facts">
          {file ? fileSize(file.size) : 'Opening'}
          {checked?.ok && ` · ${checked.type}`}
          {checked?.ok && checked.width !== null && ` · ${megapixels(checked.width, checked.height ?? 0)}`}
        </span>
      </span>
      <Verdict entry={entry} />
      {!disabled && (
        <button
          type="button"
          className="button quiet tray-remove"
          aria-label={`Remove ${path}`}
          onClick={() => removeFromTray((one) => one === entry)}
        >
          ×
        </button>
      )}
    </>
  );
};

/** More pixels than this are refused unless the installation allows more, which the page cannot know. */
const USUAL_MOST_PIXELS = 100_000_000;

const Verdict = ({ entry: { checked, duplicateOf, isKnown, isProcessed } }: { entry: TrayEntry }) => {
  if (!checked) return <span className="verdict">Checking</span>;
  if (!checked.ok) return <span className="verdict bad">{checked.reason}</span>;
  if (duplicateOf) return <span className="verdict warn">Duplicate of {duplicateOf.path}</span>;
  if ((checked.width ?? 0) * (checked.height ?? 0) > USUAL_MOST_PIXELS)
    return <span className="verdict warn">Very large: the service may refuse it</span>;
  if (isProcessed) return <span className="verdict warn">Already processed</span>;
  return <span className="verdict good">{isKnown ? 'Ready, no upload needed' : 'Ready'}</span>;
};

const Thumbnail = ({ file }: { file: File }) => {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const leaving = new AbortController();
    thumbnailOf(file, leaving.signal).then((bitmap) => {
      if (!bitmap) return;
      if (!leaving.signal.aborted && canvas.current) {
        canvas.current.width = bitmap.width;
        canvas.current.height = bitmap.height;
        canvas.current.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap);
      } else bitmap.close();
    });
    return () => leaving.abort();
  }, [file]);
  return <canvas ref={canvas} className="tray-thumbnail" width={1} height={1} />;
};
