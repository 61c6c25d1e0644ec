/** A receiver's check of a signature, for Node. A test runs it on a real message. */
export const VERIFY_A_MESSAGE = `import { createHmac, timingSafeEqual } from 'node:crypto';

// headers: those of the request. body: its bytes as text, exactly as they came. secret: the signing secret.
export const isGenuine = (headers, body, secret) => {
  const id = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false; // Too old: someone else may have recorded it and sent it again.
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const expected = createHmac('sha256', key).update(\`\${id}.\${timestamp}.\${body}\`).digest();
  return headers['webhook-signature'].split(' ').some((signature) => {
    const given = Buffer.from(signature.split(',')[1] ?? '', 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
};
`;
