/** The NOTIFY channels between processes. A notification arrives after its transaction has committed. */
export const CHANNELS = {
  /** An execution was queued. Payload: the id of its organization. */
  queue: 'darkroom_queue',
  /** Executions changed their status. Payload: `<id>=<status>`, separated by commas. */
  status: 'darkroom_status',
  /** An execution was ended that may still be running. Payload: `<id> <attempt>`. */
  ended: 'darkroom_ended',
  /** Webhook messages are due. */
  webhooks: 'darkroom_webhooks',
  /** A bulk act was started. */
  bulk: 'darkroom_bulk',
  /** Mails to people are due. */
  notices: 'darkroom_notices',
  /** A workflow changed. Payload: its id. */
  workflows: 'darkroom_workflows',
  /** Images were deleted. Payload: the id of their organization. */
  images: 'darkroom_images',
  /** Rights changed (payload: the id of the user), or the signing keys did (payload: `keys`). */
  access: 'darkroom_access',
} as const;
