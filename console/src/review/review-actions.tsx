import { type Decision, type Item, idOf, isOpen } from './desk.ts';
import { HELD_MS, type useReviewDesk } from './use-review-desk.ts';

const DONE: Record<Decision['verb'], string> = {
  approve: 'Approved',
  reject: 'Rejected',
  redo: 'Sent back for a redo',
};

type Props = {
  review: ReturnType<typeof useReviewDesk>;
  item: Item;
  onApprove: () => void;
  onReject: () => void;
};

/** The buttons for a decision, the last decision with a button to undo it, and decisions that did not arrive. */
export const ReviewActions = ({ review, item, onApprove, onReject }: Props) => {
  const { lastHeld, failed, undo, send } = review;
  const isDecided = !isOpen(item);
  return (
    <div className="review-actions">
      <div className="held" role="status">
        {lastHeld && lastHeld.state === 'held' && (
          <span key={idOf(lastHeld)} className="held-line" style={{ animationDuration: `${HELD_MS}ms` }}>
            <span className="cut">
              {DONE[lastHeld.decision.verb]} {lastHeld.entry.execution.inputFileName}
            </span>
            <button type="button" className="button quiet compact" onClick={() => undo(idOf(lastHeld))}>
              Undo <kbd>U</kbd>
            </button>
          </span>
        )}
        {failed.map((one) => (
          <span key={idOf(one)} className="held-line failed" role="alert">
            <span className="cut">
              {one.entry.execution.inputFileName}: {one.message}
            </span>
            <button
              type="button"
              className="button quiet compact"
              onClick={() => send(idOf(one), one.decision)}
            >
              Try again
            </button>
          </span>
        ))}
      </div>
      {isDecided && item.state !== 'open' ? (
        <p className="decided">
          {item.state === 'gone'
            ? 'Someone else has decided on this result.'
            : `${DONE[item.decision.verb]}.`}
        </p>
      ) : (
        <>
          <button type="button" className="button danger" onClick={onReject}>
            Reject <kbd>R</kbd>
          </button>
          <button type="button" className="button primary" onClick={onApprove}>
            Approve <kbd>A</kbd>
          </button>
        </>
      )}
    </div>
  );
};
