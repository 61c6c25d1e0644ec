import { createRoute } from '@tanstack/react-router';
import { Home } from '../pages/home/home.tsx';
import { signedIn } from './root.ts';

const home = createRoute({ getParentRoute: () => signedIn, path: '/', component: Home });

export const homeRoutes = [home] as const;
