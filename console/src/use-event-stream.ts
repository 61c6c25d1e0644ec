import { followEvents, type StreamEvent } from 'darkroom-client';
import { useEffect, useRef } from 'react';
import { api } from './api.ts';
import { useIsConnected } from './connection.ts';

/**
 * Calls `onEvent` for each event of a stream of the service while `url` is not null. A stream that breaks off, or that a
 * proxy answers in place of the service, is opened again after a pause, and at once when a lost connection is back.
 */
export const useEventStream = (url: string | null, onEvent: (event: StreamEvent) => unknown): void => {
  const isConnected = useIsConnected();
  const latest = useRef(onEvent);
  latest.current = onEvent;
  useEffect(() => {
    if (url === null || !isConnected) return;
    const leaving = new AbortController();
    const follow = async () => {
      for await (const event of followEvents(api, url, leaving.signal)) await latest.current(event);
    };
    // If the service refuses the stream, it refuses the query for the same data as well, and that error is shown.
    follow().catch(() => {});
    return () => leaving.abort();
  }, [url, isConnected]);
};
