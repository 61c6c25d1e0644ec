import { type Client, urlOf } from './client.ts';
import type { Status } from './operation.ts';
import { Refused } from './refused.ts';

const FINAL: readonly Status[] = ['COMPLETED', 'FAILED', 'PAYMENT_REQUIRED'];
export const isFinal = (status: Status): boolean => FINAL.includes(status);

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;

/** Each status of an execution as it is reached, up to a final one. A broken line is taken up again. */
export async function* followStatus(
  client: Client,
  id: string,
  { signal, organization }: { signal: AbortSignal; organization?: string },
): AsyncGenerator<Status> {
  const url = urlOf('/v1/workflow/execution/{id}/status', { id }, { organization });
  let last: Status | undefined;
  let pauseMs = FIRST_PAUSE_MS;
  while (!signal.aborted) {
    let askedMs = 0;
    try {
      for await (const status of statusesOf(client, url, last, signal)) {
        pauseMs = FIRST_PAUSE_MS;
        last = status;
        yield status;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (isForGood(error)) throw error;
      askedMs = askedPauseMs(error);
    }
    if (signal.aborted || (last && isFinal(last))) return;
    await pause(Math.max(pauseMs, askedMs), signal);
    pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
  }
}

/** A refusal stays one; what is away or has too much to do now may answer soon. */
const isForGood = (error: unknown): boolean =>
  error instanceof Refused && error.status >= 400 && error.status < 500 && error.status !== 429;

const askedPauseMs = (error: unknown): number =>
  error instanceof Refused ? 1_000 * (error.retryAfterSeconds ?? 0) : 0;

async function* statusesOf(
  client: Client,
  url: string,
  last: Status | undefined,
  signal: AbortSignal,
): AsyncGenerator<Status> {
  const response = await client.open('GET', url, {
    signal,
    ...(last ? { headers: { 'last-event-id': last } } : {}),
  });
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      const lines = (rest + chunk.value).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line.startsWith('data: ')) yield line.slice(6).trim() as Status;
    }
  } finally {
    // Whoever has heard enough hangs up: the service would keep the line open. One that broke cannot be closed.
    await reader.cancel().catch(() => {});
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
