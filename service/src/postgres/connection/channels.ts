/** The NOTIFY channels between processes. A payload has one or more entries, separated by commas. */
export const CHANNELS = {
  /** Executions were queued. Entry: the id of an organization. Each worker has a channel of its own: `channelOf`. */
  queue: 'darkroom_queue',
  /** An execution changed its status. Entry: `<id>=<version>=<status>`. */
  status: 'darkroom_status',
  /** An execution was ended that may still be running. Entry: `<id> <attempt>`. */
  ended: 'darkroom_ended',
  /** Webhook messages are due. Each worker has a channel of its own: `channelOf`. */
  webhooks: 'darkroom_webhooks',
  /** A bulk action was started. */
  bulk: 'darkroom_bulk',
  /** Mails to people are due. */
  notices: 'darkroom_notices',
  /** A workflow changed. Entry: its id. */
  workflows: 'darkroom_workflows',
  /** Images were deleted. Entry: the id of their organization. */
  images: 'darkroom_images',
  /** Rights changed (entry: the id of the user), or the signing keys did (entry: `keys`). */
  access: 'darkroom_access',
} as const;

/** A message to other processes about something that is committed. */
export type Message = {
  channel: 'queue' | 'status' | 'ended' | 'webhooks';
  entry: string;
  /** May wait some milliseconds, to share its announcement with later messages. */
  soon?: boolean;
};

/**
 * The number of workers that listen: the living ones with the lowest numbers. PostgreSQL interrupts every listening
 * session for every message, whatever its channel: with 20 listening workers, an execution cost the server several
 * times as much as with one, with three 1.7 to 2.0 times, with two 1.5 times. The other workers look at the queue every
 * 500 ms, at different moments: the more workers are idle, the sooner one of them looks.
 */
export const LISTENING_WORKERS = 2;

/** The channels whose messages go to chosen workers, because one worker for each piece of work is enough. */
type WorkerChannel = 'queue' | 'webhooks';

export const channelOf = (channel: WorkerChannel, workerNumber: number): string =>
  `${CHANNELS[channel]}_${workerNumber}`;
