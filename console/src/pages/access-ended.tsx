import { getRouteApi } from '@tanstack/react-router';
import { nextPath } from '../session/next-path.ts';
import { CardPage } from './card-page.tsx';

const route = getRouteApi('/access-ended');

/** Shown after the first sign-in through a provider to an account whose e-mail address was not verified before. */
export const AccessEnded = () => {
  const { next } = route.useSearch();
  return (
    <CardPage title="Your old password no longer works">
      <p>
        Your provider confirmed that this e-mail address is yours. It had never been verified before, so
        someone else may have created this account.
      </p>
      <p>
        To be safe, we removed the account's password, sessions, connected apps and API keys. From now on,
        sign in through your provider, and create new API keys where you need them.
      </p>
      <a className="button primary wide" href={`/console${nextPath(next)}`}>
        Continue
      </a>
    </CardPage>
  );
};
