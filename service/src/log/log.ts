import { destination, type LevelWithSilent, pino } from 'pino';

/** Fields that are never logged: a reader of the log could use their values to get access to the service. */
const SECRET = ['authorization', 'cookie', 'password', 'secret', 'token', 'key', 'apiKey', 'csrfToken'];

export type Log = ReturnType<typeof openLog>;

/**
 * Opens a log that writes one line of JSON for each entry, to stderr, at once: nothing is lost when the process ends.
 * Secrets are redacted at the top level and in `params`, the only nested object. Redacting at any depth made a line cost
 * 57 µs instead of 15.
 */
export const openLog = (level: LevelWithSilent, to: number | string = 2) =>
  pino(
    {
      level,
      base: null,
      messageKey: 'message',
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (name) => ({ level: name === 'warn' ? 'warning' : name }) },
      redact: { paths: SECRET.flatMap((name) => [name, `params.${name}`]), censor: '[redacted]' },
    },
    destination({ dest: to, sync: true }),
  );
