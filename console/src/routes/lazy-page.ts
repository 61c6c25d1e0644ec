import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router';
import { showToast } from '../frame/toasts.tsx';

const AGAIN_MS = 2_000;

const answers = (): Promise<boolean> =>
  fetch('/health', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Waits for the code of a page while the service cannot be reached. The router would reload instead, and lose what was
 * typed. It still does so when the service answers: then the code belongs to an older version and is gone.
 */
const patiently = async <Module>(load: () => Promise<Module>): Promise<Module> => {
  for (let isFirst = true; ; isFirst = false)
    try {
      return await load();
    } catch (error) {
      if (await answers()) throw error;
      if (isFirst) showToast('The service cannot be reached. The page opens when the service answers again.');
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
};

/** The component of a route whose code is loaded when it is first needed. */
export const lazyPage = <Module extends Record<string, unknown>, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
): RouteComponent => lazyRouteComponent(() => patiently(load), name);
