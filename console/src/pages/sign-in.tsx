import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { api } from '../api.ts';
import { TextField } from '../parts/forms/field.tsx';
import { ErrorNotice, Notice } from '../parts/notice.tsx';
import { nextPath } from '../session/next-path.ts';
import { startSession } from '../session/session.ts';
import { CardPage } from './card-page.tsx';

const route = getRouteApi('/sign-in');

/** Messages for a failed sign-in through a provider, by the error code in the query. */
const PROVIDER_ERRORS: Record<string, string> = {
  unknown_provider: 'This sign-in provider is not set up here. Sign in another way.',
  provider_unavailable: 'The provider cannot be reached. Try again in a moment, or use your password.',
  provider_refused: 'The provider did not confirm who you are. Try again.',
  sign_in_expired: 'The sign-in took too long or was started in another browser. Try again.',
  not_invited: 'This account has no invitation. Ask an owner or admin of the organization to invite you.',
};

export const SignIn = () => {
  const { next, reset, error } = route.useSearch();
  const router = useRouter();
  const signIn = useMutation({
    mutationFn: (body: { email: string; password: string }) => api.post('/v1/session', { body }),
    onSuccess: (session) => {
      startSession(session);
      router.history.replace(`/console${nextPath(next)}`);
    },
  });
  return (
    <CardPage title="Sign in">
      {error && (
        <div className="notice danger" role="alert">
          {PROVIDER_ERRORS[error] ?? 'Sign-in failed. Try again.'}
        </div>
      )}
      {reset && <Notice>Your new password is set. Sign in with the new password.</Notice>}
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          const form = new FormData(event.currentTarget);
          signIn.mutate({ email: String(form.get('email')), password: String(form.get('password')) });
        }}
      >
        <TextField label="E-mail" name="email" type="email" autoComplete="username" required />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
        />
        <ErrorNotice error={signIn.error} />
        <button type="submit" className="button primary wide" disabled={signIn.isPending}>
          Sign in
        </button>
      </form>
      <Providers next={nextPath(next)} />
      <p className="field">
        <span className="hint">
          Forgot your password? Ask an owner or admin of your organization for a reset link.
        </span>
      </p>
    </CardPage>
  );
};

/** Buttons for the sign-in providers that the operator has set up. */
const Providers = ({ next }: { next: string }) => {
  const { data } = useQuery({
    queryKey: ['providers'],
    queryFn: () => api.get('/v1/session/providers'),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data?.providers.map(({ id, name }) => (
    <a
      key={id}
      className="button wide"
      href={`/console/sign-in/${id}?next=${encodeURIComponent(`/console${next}`)}`}
    >
      Sign in with {name}
    </a>
  ));
};
