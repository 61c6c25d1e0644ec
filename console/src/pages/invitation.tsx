import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import { api } from '../api.ts';
import { withArticle } from '../format.ts';
import { TextField } from '../parts/forms/field.tsx';
import { ErrorNotice } from '../parts/notice.tsx';
import { PASSWORD_HINT, PASSWORD_MIN } from '../session/password-rule.ts';
import { startSession } from '../session/session.ts';
import { CardPage } from './card-page.tsx';

const route = getRouteApi('/invitation/$token');

export const Invitation = () => {
  const { token } = route.useParams();
  const router = useRouter();
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => api.get('/v1/invitation/{token}', { path: { token } }),
    retry: false,
  });
  const accept = useMutation({
    mutationFn: (body: { name?: string; password: string }) =>
      api.post('/v1/invitation/{token}', { path: { token }, body }),
    onSuccess: (session) => {
      startSession(session);
      router.history.replace('/console/');
    },
  });
  if (invitation.error)
    return (
      <CardPage title="Invitation">
        <ErrorNotice error={invitation.error} />
        <Link className="button wide" to="/sign-in">
          Sign in instead
        </Link>
      </CardPage>
    );
  const { organizationName, email, role, hasAccount } = invitation.data ?? {};
  return (
    <CardPage title={organizationName ? `Join ${organizationName}` : 'Invitation'}>
      <p>
        {invitation.data
          ? `You are invited as ${withArticle(role ?? '')}. ${hasAccount ? 'Enter your password to join.' : 'Choose a password to join.'}`
          : ' '}
      </p>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          const form = new FormData(event.currentTarget);
          const name = form.get('name');
          accept.mutate({ password: String(form.get('password')), ...(name ? { name: String(name) } : {}) });
        }}
      >
        <TextField label="E-mail" type="email" autoComplete="username" readOnly value={email ?? ''} />
        {!hasAccount && (
          <TextField label="Your name" name="name" autoComplete="name" required maxLength={200} />
        )}
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete={hasAccount ? 'current-password' : 'new-password'}
          minLength={hasAccount ? undefined : PASSWORD_MIN}
          hint={hasAccount ? undefined : PASSWORD_HINT}
          required
        />
        <ErrorNotice error={accept.error} />
        <button type="submit" className="button primary wide" disabled={accept.isPending || !invitation.data}>
          Join
        </button>
      </form>
    </CardPage>
  );
};
