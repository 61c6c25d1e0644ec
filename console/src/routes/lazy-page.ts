import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router';
import { checkConnection, isReachable } from '../connection.ts';

/**
 * Loads code. While the service cannot be reached, waits and tries again: the router would reload the page after an
 * error, and what was typed would be lost. If the service responds but the code is missing, the page is of an older
 * version: then throws the error, so that the router reloads the page.
 */
export const loadWhenReachable = async <Module>(load: () => Promise<Module>): Promise<Module> => {
  for (;;)
    try {
      return await load();
    } catch (error) {
      if (await isReachable()) throw error;
      await checkConnection();
    }
};

/** The component of a route whose code is loaded when it is first needed. */
export const lazyPage = <Module extends Record<string, unknown>, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
): RouteComponent => lazyRouteComponent(() => loadWhenReachable(load), name);
