import { type Client, urlOf } from './client.ts';
import type { Status } from './operation.ts';
import { Refused } from './refused.ts';

const FINAL: readonly Status[] = ['COMPLETED', 'FAILED', 'PAYMENT_REQUIRED'];
export const isFinal = (status: Status): boolean => FINAL.includes(status);

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;

/** Yields each status of an execution as it is reached, up to a final one. Reconnects when the stream breaks off. */
export async function* followStatus(
  client: Client,
  id: string,
  { signal, organization }: { signal: AbortSignal; organization?: string },
): AsyncGenerator<Status> {
  const url = urlOf('/v1/workflow/execution/{id}/status', { id }, { organization });
  let last: Status | undefined;
  let pauseMs = FIRST_PAUSE_MS;
  while (!signal.aborted) {
    let retryAfter = 0;
    try {
      for await (const status of statusesOf(client, url, last, signal)) {
        pauseMs = FIRST_PAUSE_MS;
        last = status;
        yield status;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (isPermanent(error)) throw error;
      retryAfter = retryAfterMs(error);
    }
    if (signal.aborted || (last && isFinal(last))) return;
    await pause(Math.max(pauseMs, retryAfter), signal);
    pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
  }
}

/** True for a 4xx, which a retry would not change. 429, 5xx and an unreachable service are worth a retry. */
const isPermanent = (error: unknown): boolean =>
  error instanceof Refused && error.status >= 400 && error.status < 500 && error.status !== 429;

const retryAfterMs = (error: unknown): number =>
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
    // Close the stream when the caller stops reading, or the service would keep it open. Closing a broken stream throws.
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
