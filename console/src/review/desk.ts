import type { AnswerOf } from 'darkroom-client';
import type { Rectangle } from '../parts/viewer/pane.tsx';

export type QueueEntry = AnswerOf<'get', '/v1/qa/queue'>['entries'][number];
export type Mark = Rectangle & { note?: string };

export type Decision =
  | { verb: 'approve' }
  | { verb: 'reject'; reason: string; code?: string; markup?: Mark[] }
  | { verb: 'redo'; settings: Record<string, unknown>; comment?: string };

/**
 * A result on the reviewer's desk. `held`: decided, but not sent yet, and can be undone. `failed`: the service did not take
 * the decision. `gone`: someone else has decided.
 */
export type Item = { entry: QueueEntry } & (
  | { state: 'open' }
  | { state: 'held' | 'sending' | 'sent' | 'gone'; decision: Decision }
  | { state: 'failed'; decision: Decision; message: string }
);

/** The results that this reviewer has claimed, in order, and the one in view. */
export type Desk = { items: readonly Item[]; at: number };

export type DeskAction =
  | { kind: 'add'; entries: readonly QueueEntry[] }
  | { kind: 'decide'; id: string; decision: Decision }
  | { kind: 'undo'; id: string }
  | { kind: 'sending' | 'sent' | 'gone'; id: string }
  | { kind: 'failed'; id: string; message: string }
  | { kind: 'go'; to: number };

export const EMPTY_DESK: Desk = { items: [], at: 0 };

export const idOf = ({ entry }: Item): string => entry.execution.id;
export const isOpen = ({ state }: Item): boolean => state === 'open';

/** The desk after an action. */
export const deskReducer = (desk: Desk, action: DeskAction): Desk => {
  const { items, at } = desk;
  if (action.kind === 'go') return { items, at: Math.max(0, Math.min(items.length - 1, action.to)) };
  if (action.kind === 'add') return withEntries(desk, action.entries);
  const index = items.findIndex((item) => idOf(item) === action.id);
  const item = items[index];
  if (!item) return desk;
  const replaced = (next: Item) => items.with(index, next);
  switch (action.kind) {
    case 'decide': {
      const next = replaced({ entry: item.entry, state: 'held', decision: action.decision });
      return { items: next, at: nextOpen(next, index) };
    }
    case 'undo':
      return item.state === 'held' || item.state === 'failed'
        ? { items: replaced({ entry: item.entry, state: 'open' }), at: index }
        : desk;
    case 'failed':
      return item.state === 'open'
        ? desk
        : { items: replaced({ ...item, state: 'failed', message: action.message }), at };
    default:
      return item.state === 'open' ? desk : { items: replaced({ ...item, state: action.kind }), at };
  }
};

/**
 * The next result after this one that is undecided. If there is none, the first undecided one before it; if all are
 * decided, this one.
 */
const nextOpen = (items: readonly Item[], index: number): number => {
  const after = items.findIndex((item, at) => at > index && isOpen(item));
  if (after >= 0) return after;
  const before = items.findIndex(isOpen);
  return before >= 0 ? before : index;
};

/** Adds results at the end. A result that comes back, for example after a redo, leaves its old place. */
const withEntries = ({ items, at }: Desk, entries: readonly QueueEntry[]): Desk => {
  const onDesk = new Set(items.filter((item) => item.state !== 'sent' && item.state !== 'gone').map(idOf));
  const fresh = entries.filter(({ execution }) => !onDesk.has(execution.id));
  const isBack = new Set(fresh.map(({ execution }) => execution.id));
  const kept = items.filter((item) => !isBack.has(idOf(item)));
  const current = items[at];
  const next = [...kept, ...fresh.map((entry): Item => ({ entry, state: 'open' }))];
  const stays = current && !isBack.has(idOf(current)) ? kept.indexOf(current) : -1;
  // A reviewer who has decided everything goes on with the new results.
  if (!current || !isOpen(current) || stays < 0) {
    const open = next.findIndex(isOpen);
    return { items: next, at: open >= 0 ? open : Math.max(0, stays) };
  }
  return { items: next, at: stays };
};
