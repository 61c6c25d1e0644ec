import type { Organizations } from '../../ports/organizations.ts';
import { type Run, statement } from '../database.ts';

const WEBHOOK_SECRET = statement<{ secret: string }>(
  'select webhook_secret as secret from organizations where id = $1',
);

export const webhookSecret =
  (run: Run): Organizations['webhookSecret'] =>
  async (id) =>
    (await run(WEBHOOK_SECRET, [id]))[0]?.secret;
