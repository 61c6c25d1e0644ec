import { malformed, unavailable } from '../../domain/errors.ts';
import { PASSWORD_EXPECTED, readNewPassword } from '../../domain/people/password-rule.ts';
import { hashPassword } from './hash-password.ts';
import { verifyPassword } from './verify-password.ts';

/**
 * Hashing and verifying with argon2. Callers get these functions only in their turn, so that nothing is
 * hashed out of turn.
 */
type Hashing = { hash: typeof hashPassword; verify: typeof verifyPassword };

/** Runs `work` in the turn of the caller's address. Refuses it as unavailable when too many calls are waiting. */
export type PasswordTurns = <Result>(
  address: string,
  work: (hashing: Hashing) => Promise<Result>,
) => Promise<Result>;

type Waiting = { begin(): void; refuse(error: Error): void };

// A turn takes about 50 ms and the pause after it as long, so a call in the queue waits for a few seconds at most.
const MOST_WAITING = 40;
const MOST_WAITING_PER_ADDRESS = 10;
const RETRY_AFTER_SECONDS = 5;
const HASHING: Hashing = { hash: hashPassword, verify: verifyPassword };

/**
 * Opens the one queue for everything that hashes a password: one at a time, with turns between addresses. Hashing shares
 * libuv's four threads with all file I/O; without the queue, 180 sign-ins at once held an upload up for 18 s.
 */
export const openPasswordTurns = (
  { total, perAddress } = { total: MOST_WAITING, perAddress: MOST_WAITING_PER_ADDRESS },
): PasswordTurns => {
  /** The waiting calls by address, in the order of their turns. No queue is empty. */
  const queues = new Map<string, Waiting[]>();
  let waiting = 0;
  let busy = false;

  const enqueue = (address: string, one: Waiting): void => {
    const queue = queues.get(address) ?? [];
    if (queue.length >= perAddress || (waiting >= total && !makeRoom(queue.length))) throw tooMany();
    queues.set(address, queue);
    queue.push(one);
    waiting += 1;
  };

  /** Refuses the last call of the longest queue, so that an address with many calls cannot keep others out. */
  const makeRoom = (ownLength: number): boolean => {
    const [address, longest] = [...queues].reduce((a, b) => (b[1].length > a[1].length ? b : a));
    if (longest.length <= ownLength + 1) return false;
    leave(address, longest, longest.pop()!).refuse(tooMany());
    return true;
  };

  const leave = (address: string, queue: Waiting[], one: Waiting): Waiting => {
    waiting -= 1;
    if (queue.length === 0) queues.delete(address);
    return one;
  };

  const beginNext = (): void => {
    const [next] = queues;
    busy = next !== undefined;
    if (!next) return;
    const [address, queue] = next;
    // Move the address to the end, so that all other addresses have their turns before its next call.
    queues.delete(address);
    queues.set(address, queue);
    leave(address, queue, queue.shift()!).begin();
  };

  /** Limits hashing to half a core while calls wait: an upload took 2.3 times as long without a pause, 1.4 with it. */
  const restFor = (ms: number): void => {
    if (waiting === 0) beginNext();
    else setTimeout(beginNext, ms);
  };

  return async (address, work) => {
    const { promise: turn, resolve: begin, reject: refuse } = Promise.withResolvers<void>();
    enqueue(address, { begin, refuse });
    if (!busy) beginNext();
    await turn;
    const begun = performance.now();
    try {
      return await work(HASHING);
    } finally {
      restFor(performance.now() - begun);
    }
  };
};

const tooMany = () =>
  unavailable(
    'Too many people are signing in at the moment. Try again in a few seconds.',
    RETRY_AFTER_SECONDS,
  );

/** Hashes a new password in its turn. Refuses a password that is too short or too long. */
export const hashNewPassword = (
  turns: PasswordTurns,
  address: string,
  { field, password }: { field: string; password: string },
): Promise<string> => {
  const accepted = readNewPassword(password);
  if (accepted === undefined) throw malformed(`The field ${field} must be ${PASSWORD_EXPECTED}.`);
  return turns(address, ({ hash }) => hash(accepted));
};
