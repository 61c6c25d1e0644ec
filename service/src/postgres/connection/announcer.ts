import { CHANNELS, LISTENING_WORKERS, type Message } from './channels.ts';
import { type Statement, statement } from './statement.ts';

type Announcer = {
  add(messages: readonly Message[]): void;
  /** Sends the waiting messages. Resolves when nothing is left to send. */
  flush(): Promise<void>;
};

/** The shortest time between two announcements. The first message after a quiet time is sent at once. */
const GAP_MS = 5;
/** The time that a message with `soon` waits for further messages. */
const SOON_MS = 25;
// PostgreSQL allows payloads of fewer than 8000 bytes.
const MAX_PAYLOAD = 7_900;

// The commit of an announcement does not wait for the disk: an announcement need not be durable, and PostgreSQL
// holds the global lock of NOTIFY until the commit has ended.
const TELL = "set_config('synchronous_commit', 'off', true), pg_notify(channel, payload)";

const ANNOUNCE = statement(`select ${TELL} from unnest($1::text[], $2::text[]) as told (channel, payload)`);

// Wakes as many of the listening workers as there is work for. Workers with a free lane come first, in random
// order, so that two processes rarely choose the same worker. When none has a free lane, busy workers are woken: a
// busy worker still claims for an organization of which it has no execution. If a chosen worker has died, the work
// waits for at most 500 ms: the other workers poll the queue that often.
const ANNOUNCE_AND_WAKE = statement(`
  with worker as (
    select number, row_number() over (order by is_free desc, random()) as place from (
      select w.number,
        w.lanes > (select count(*) from executions e where e.status = 'ACTIVE' and e.worker = w.id) as is_free
      from (
        select * from workers where lease_until > now() order by number limit ${LISTENING_WORKERS}
      ) w
    ) living
  ), told (channel, payload) as (
    select * from unnest($1::text[], $2::text[])
    union all
    select '${CHANNELS.queue}_' || number, payload from worker, unnest($3::text[]) as queued (payload) where place <= $4
    union all
    select '${CHANNELS.webhooks}_' || number, '' from worker where place = 1 and $5::boolean
  )
  select ${TELL} from told`);

type Announcement = [statement: Statement<Record<string, never>>, values: unknown[]];
type Send = (...announcement: Announcement) => Promise<unknown>;

type State =
  | { name: 'idle' }
  /** The waiting messages are sent when the timer ends. */
  | { name: 'scheduled'; timer: NodeJS.Timeout }
  | { name: 'sending'; sent: Promise<void> };

/**
 * Announces committed changes to other processes. NOTIFY in the committing transaction would make all commits of
 * the server wait for each other. So a process announces after the commit, in one short transaction for all
 * messages since the last announcement. A process that dies in between loses its messages; therefore every receiver
 * also polls, at least every 2 s. See decision 0019.
 */
export const openAnnouncer = (send: Send): Announcer => {
  let waiting: Message[] = [];
  let state: State = { name: 'idle' };
  let sentAt = Number.NEGATIVE_INFINITY;

  const cancelTimer = () => {
    if (state.name === 'scheduled') clearTimeout(state.timer);
  };

  const sendWaiting = (): Promise<void> => {
    cancelTimer();
    const messages = waiting;
    waiting = [];
    sentAt = performance.now();
    const sent = send(...announcement(messages))
      // Lost messages do no harm: the receivers find the changes by polling.
      .catch(() => {})
      .then(() => {
        state = { name: 'idle' };
        if (waiting.length > 0) schedule();
      });
    state = { name: 'sending', sent };
    return sent;
  };

  const schedule = () => {
    const delayMs = waiting.every(({ soon }) => soon) ? SOON_MS : sentAt + GAP_MS - performance.now();
    cancelTimer();
    if (delayMs > 0) state = { name: 'scheduled', timer: setTimeout(sendWaiting, delayMs) };
    else void sendWaiting();
  };

  return {
    add: (messages) => {
      if (messages.length === 0) return;
      const isUrgent = messages.some(({ soon }) => !soon);
      const wasUrgent = waiting.some(({ soon }) => !soon);
      waiting.push(...messages);
      if (state.name === 'idle' || (state.name === 'scheduled' && isUrgent && !wasUrgent)) schedule();
    },
    flush: async () => {
      while (state.name === 'sending' || waiting.length > 0)
        await (state.name === 'sending' ? state.sent : sendWaiting());
    },
  };
};

/** The statement that announces these messages, and its values. */
const announcement = (messages: readonly Message[]): Announcement => {
  const told: { channel: string; payload: string }[] = [];
  for (const channel of ['status', 'ended'] as const)
    for (const payload of payloadsOf(messages, channel)) told.push({ channel: CHANNELS[channel], payload });
  const values = [told.map(({ channel }) => channel), told.map(({ payload }) => payload)];
  const queued = messages.filter(({ channel }) => channel === 'queue').length;
  const hasWebhooks = messages.some(({ channel }) => channel === 'webhooks');
  return queued > 0 || hasWebhooks
    ? [ANNOUNCE_AND_WAKE, [...values, payloadsOf(messages, 'queue'), queued, hasWebhooks]]
    : [ANNOUNCE, values];
};

/** The entries for a channel without duplicates, in order, in as few payloads as possible. */
const payloadsOf = (messages: readonly Message[], channel: Message['channel']): string[] => {
  const entries = new Set(messages.filter((one) => one.channel === channel).map(({ entry }) => entry));
  const payloads: string[] = [];
  for (const entry of entries) {
    const joined = `${payloads.at(-1)},${entry}`;
    if (payloads.length > 0 && joined.length <= MAX_PAYLOAD) payloads[payloads.length - 1] = joined;
    else payloads.push(entry);
  }
  return payloads;
};
