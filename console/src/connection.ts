import { onlineManager } from '@tanstack/react-query';
import type { Fetch } from 'darkroom-client';
import { useSyncExternalStore } from 'react';

const AGAIN_MS = 1_000;
/**
 * Statuses that mean that the service is unreachable: a proxy sends them when it cannot reach the service, and the
 * service sends 503 when it cannot reach its database.
 */
const UNREACHABLE_STATUSES: readonly number[] = [502, 503, 504];

/** Asks the service whether it can take calls. */
export const isReachable = (): Promise<boolean> =>
  fetch('/health', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

let checking: Promise<void> | undefined;

/**
 * Called when a request suggests that the service is unreachable; resolves when the service responds. Until then the
 * connection counts as lost: the page says so, and queries pause instead of failing.
 */
export const checkConnection = (): Promise<void> => {
  checking ??= untilReachable();
  return checking;
};

const untilReachable = async (): Promise<void> => {
  while (!(await isReachable())) {
    onlineManager.setOnline(false);
    await pause();
  }
  checking = undefined;
  onlineManager.setOnline(true);
};

/** Waits before the next check. Ends early when the browser has a network again. */
const pause = (): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('online', end);
      resolve();
    };
    const timer = setTimeout(end, AGAIN_MS);
    addEventListener('online', end);
  });

/** Checks the connection whenever the browser finds or loses a network: with a network it may still not reach the service. */
export const watchNetwork = (): void =>
  onlineManager.setEventListener(() => {
    addEventListener('online', checkConnection);
    addEventListener('offline', checkConnection);
    return () => {
      removeEventListener('online', checkConnection);
      removeEventListener('offline', checkConnection);
    };
  });

/** Checks the connection when a request fails in a way that may mean that the service is away. */
export const withConnectionCheck =
  (send: Fetch): Fetch =>
  async (url, init) => {
    try {
      const response = await send(url, init);
      if (UNREACHABLE_STATUSES.includes(response.status)) checkConnection();
      return response;
    } catch (error) {
      if (!init.signal?.aborted) checkConnection();
      throw error;
    }
  };

/** Calls the listener when the service answers again. Returns a function that removes the listener. */
export const onReconnect = (listener: () => void): (() => void) =>
  onlineManager.subscribe((isOnline) => isOnline && listener());

export const useIsConnected = (): boolean =>
  useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  );
