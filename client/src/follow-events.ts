import type { Client } from './client.ts';
import { Refused } from './refused.ts';

/** A server-sent event. */
export type StreamEvent = { type: string; data: string };

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;

/**
 * Yields the events of a stream. When the stream breaks off or is refused for now, opens it again after a pause that
 * doubles each time. Ends when the service answers 204, which says that no more events follow. Throws when the service
 * refuses the stream for good.
 */
export async function* followEvents(
  client: Client,
  url: string,
  signal: AbortSignal,
): AsyncGenerator<StreamEvent> {
  let lastId: string | undefined;
  let pauseMs = FIRST_PAUSE_MS;
  while (!signal.aborted) {
    let retryAfter = 0;
    try {
      const response = await client.open('GET', url, {
        signal,
        ...(lastId === undefined ? {} : { headers: { 'last-event-id': lastId } }),
      });
      if (response.status === 204) return;
      for await (const block of blocksOf(response)) {
        lastId = fieldOf(block, 'id') ?? lastId;
        const data = fieldOf(block, 'data');
        // A block without data is a comment, which only keeps the connection open.
        if (data === undefined) continue;
        pauseMs = FIRST_PAUSE_MS;
        yield { type: fieldOf(block, 'event') ?? 'message', data };
      }
    } catch (error) {
      if (signal.aborted) return;
      if (isPermanent(error)) throw error;
      retryAfter = retryAfterMs(error);
    }
    if (signal.aborted) return;
    await pause(Math.max(pauseMs, retryAfter), signal);
    pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
  }
}

/**
 * True for a 4xx except 429: a retry would get the same response. 429, 5xx and an unreachable service are worth a
 * retry.
 */
const isPermanent = (error: unknown): boolean =>
  error instanceof Refused && error.status >= 400 && error.status < 500 && error.status !== 429;

const retryAfterMs = (error: unknown): number =>
  error instanceof Refused ? 1_000 * (error.retryAfterSeconds ?? 0) : 0;

/** Yields the text of each event; an empty line ends an event. */
async function* blocksOf({ body }: Response): AsyncGenerator<string> {
  if (!body) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      const blocks = (rest + chunk.value).split('\n\n');
      rest = blocks.pop() ?? '';
      yield* blocks;
    }
  } finally {
    // Close the stream when the caller stops reading; otherwise the service keeps it open. Closing a broken stream
    // throws.
    await reader.cancel().catch(() => {});
  }
}

/** The value of a field of an event. The service writes each field on one line. */
const fieldOf = (block: string, name: string): string | undefined =>
  block
    .split('\n')
    .find((line) => line.startsWith(`${name}: `))
    ?.slice(name.length + 2);

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
