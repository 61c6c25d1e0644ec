import { getRouteApi } from '@tanstack/react-router';
import { nextPath } from '../session/next-path.ts';
import { Door } from './door.tsx';

const route = getRouteApi('/access-ended');

/** Comes after the first sign-in through a provider, for an account whose address nobody had proved before. */
export const AccessEnded = () => {
  const { next } = route.useSearch();
  return (
    <Door title="Your earlier password has ended">
      <p>
        Your provider proved that this e-mail address is yours. Until now nobody had proved it, so somebody
        else may have set up this account.
      </p>
      <p>
        The password, the other sessions, the connected programs and the API keys of the account have ended.
        Sign in through your provider from now on, and make new API keys where you need them.
      </p>
      <a className="button primary wide" href={`/console${nextPath(next)}`}>
        Continue
      </a>
    </Door>
  );
};
