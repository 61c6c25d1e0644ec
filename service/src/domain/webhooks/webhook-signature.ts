import { createHmac } from 'node:crypto';

/** The prefix of a secret; the rest is the key in base64. */
const PREFIX = 'whsec_';

/** The headers of Standard Webhooks: one signature for each secret that is valid now. */
export const signedHeaders = (
  messageId: string,
  sentAt: Date,
  body: string,
  secrets: readonly string[],
): Record<string, string> => {
  const seconds = Math.floor(sentAt.getTime() / 1000);
  const signatures = secrets.map(
    (secret) =>
      `v1,${createHmac('sha256', keyOf(secret)).update(`${messageId}.${seconds}.${body}`).digest('base64')}`,
  );
  return {
    'webhook-id': messageId,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures.join(' '),
  };
};

const keyOf = (secret: string): Buffer =>
  Buffer.from(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret, 'base64');
