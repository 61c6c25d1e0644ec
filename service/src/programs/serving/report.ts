import { type Log, openLog } from '../../log/log.ts';

let log: Log = openLog('warn');

/** Sets the log level of this process. Until this call, only warnings and errors are logged. */
export const setLogLevel = (level: 'debug' | 'info' | 'warn' | 'error'): void => {
  log = openLog(level);
};

/** Logs an error for the operator, with its stack and causes. */
export const reportError = (error: unknown, context: Record<string, string> = {}): void => {
  const known =
    error instanceof Error
      ? { message: error.message, stack: error.stack, ...causeOf(error) }
      : { message: String(error) };
  log.error({ ...context, ...known });
};

/** The cause often has the message of the database or of the disk. */
const causeOf = ({ cause }: Error): { cause?: string } =>
  cause === undefined
    ? {}
    : { cause: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause) };

/** Logs a warning for the operator. */
export const reportWarning = (message: string, context: Record<string, string | number> = {}): void =>
  log.warn({ ...context, message });

/** Logs an event of one execution or image that is not a fault of the service. */
export const reportEvent = (message: string, context: Record<string, string | number | null>): void =>
  log.info({ ...context, message });

/** Logs a finished request. A request that the service could not answer is a warning. */
export const reportRequest = (line: { status: number }): void => {
  if (line.status >= 500) log.warn({ ...line, message: 'request' });
  else log.info({ ...line, message: 'request' });
};
