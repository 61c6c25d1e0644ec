import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router';
import { answers, checkConnection } from '../connection.ts';

/**
 * Waits for code while the service cannot be reached. The router would reload instead, and lose what was
 * typed. It still does so when the service answers: then the code belongs to an older version and is gone.
 */
export const patiently = async <Module>(load: () => Promise<Module>): Promise<Module> => {
  for (;;)
    try {
      return await load();
    } catch (error) {
      if (await answers()) throw error;
      await checkConnection();
    }
};

/** The component of a route whose code is loaded when it is first needed. */
export const lazyPage = <Module extends Record<string, unknown>, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
): RouteComponent => lazyRouteComponent(() => patiently(load), name);
