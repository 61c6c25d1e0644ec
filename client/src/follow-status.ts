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
    try {
      for await (const status of statusesOf(client, url, last, signal)) {
        pauseMs = FIRST_PAUSE_MS;
        last = status;
        yield status;
      }
    } catch (error) {
      if (signal.aborted) return;
      // A refusal stays one; what is away now may be back soon.
      if (error instanceof Refused && error.status >= 400 && error.status < 500) throw error;
    }
    if (last && isFinal(last)) return;
    await pause(pauseMs, signal);
    pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
  }
}

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
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    const lines = (rest + chunk.value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.startsWith('data: ')) yield line.slice(6).trim() as Status;
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
