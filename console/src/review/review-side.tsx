import { moment } from '../format.ts';
import type { Mark, QueueEntry } from './desk.ts';
import { useKept } from './kept-decisions.ts';
import { wordsForCode } from './reject-codes.ts';

const REASONS: Record<QueueEntry['reason'], string> = {
  all: 'Every result is reviewed',
  unsure: 'A step has low confidence',
  again: 'Redone after a review',
  sample: 'Part of a sample',
  'refused-lot': 'Its lot was refused',
};

type Props = {
  entry: QueueEntry;
  codes: readonly string[];
  marks: readonly Mark[];
  onMarks: (marks: Mark[]) => void;
  onReject: (rejection: { reason: string; code?: string }) => void;
  onRedo: () => void;
  isDecided: boolean;
};

/** The facts about the result in view, and the ways to reject it. */
export const ReviewSide = ({ entry, codes, marks, onMarks, onReject, onRedo, isDecided }: Props) => {
  const { execution, reason, queuedAt } = entry;
  const [text, setText] = useKept(`darkroom-reason:${execution.id}`, '');
  return (
    <aside className="review-side" aria-label="Details">
      <div>
        <h2 className="cut" title={execution.inputFileName}>
          {execution.inputFileName}
        </h2>
        <p className="sub">{execution.workflowName}</p>
        <p className="sub">
          {REASONS[reason]}. In review since {moment(queuedAt)}.
        </p>
      </div>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!text.trim() || isDecided) return;
          onReject({ reason: text.trim() });
          setText('');
        }}
      >
        <fieldset className="codes">
          <legend>Reject because of</legend>
          {codes.slice(0, 9).map((code, index) => (
            <button
              key={code}
              type="button"
              disabled={isDecided}
              onClick={() => onReject({ code, reason: text.trim() || wordsForCode(code) })}
            >
              <kbd>{index + 1}</kbd> {wordsForCode(code)}
            </button>
          ))}
        </fieldset>
        <label className="field">
          <span className="label">Another reason</span>
          <textarea
            id="reject-reason"
            className="textarea"
            value={text}
            maxLength={2000}
            rows={2}
            onChange={({ target }) => setText(target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') event.currentTarget.blur();
              if (event.key !== 'Enter' || event.shiftKey) return;
              event.preventDefault();
              event.currentTarget.form?.requestSubmit();
            }}
          />
        </label>
        <button type="submit" className="button compact danger" disabled={isDecided || !text.trim()}>
          Reject with this reason
        </button>
      </form>
      {marks.length > 0 && (
        <ol className="marks" aria-label="Marks">
          {marks.map((mark, index) => (
            <li key={`${mark.x} ${mark.y} ${mark.width}`}>
              <span className="mark-number">{index + 1}</span>
              <input
                className="input compact"
                aria-label={`Note for mark ${index + 1}`}
                placeholder="Note"
                maxLength={500}
                value={mark.note ?? ''}
                onChange={({ target }) => onMarks(marks.with(index, { ...mark, note: target.value }))}
              />
              <button
                type="button"
                className="button quiet compact"
                aria-label={`Remove mark ${index + 1}`}
                onClick={() => onMarks(marks.filter((one) => one !== mark))}
              >
                ×
              </button>
            </li>
          ))}
        </ol>
      )}
      <button type="button" className="button compact" disabled={isDecided} onClick={onRedo}>
        Redo with other settings <kbd>E</kbd>
      </button>
    </aside>
  );
};
