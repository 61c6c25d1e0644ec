/** What processes tell each other: heard when the transaction that says it has committed. */
export const CHANNELS = {
  /** Work waits: the id of its organization. */
  queue: 'darkroom_queue',
  /** Executions have changed: `<id>=<status>`, separated by commas. */
  status: 'darkroom_status',
  /** An execution was ended while it may be running: `<id> <attempt>`. */
  ended: 'darkroom_ended',
  /** Messages are due. */
  webhooks: 'darkroom_webhooks',
  /** A workflow has changed: its id. */
  workflows: 'darkroom_workflows',
  /** Rights have changed: the id of the user; or the signing keys: `keys`. */
  access: 'darkroom_access',
} as const;
