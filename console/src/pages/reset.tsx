import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { api, queries, SESSION_KEY } from '../api.ts';
import { ErrorNotice } from '../parts/notice.tsx';
import { NewPasswordFields } from '../session/new-password-fields.tsx';
import { CardPage } from './card-page.tsx';

const route = getRouteApi('/reset/$token');

export const Reset = () => {
  const { token } = route.useParams();
  const navigate = useNavigate();
  const link = useQuery({
    queryKey: ['reset', token],
    queryFn: async () => {
      await api.get('/v1/password-reset/{token}', { path: { token } });
      return true;
    },
    retry: false,
  });
  const reset = useMutation({
    mutationFn: (body: { password: string; revokeApiKeys: boolean }) =>
      api.post('/v1/password-reset/{token}', { path: { token }, body }),
    onSuccess: () => {
      // The reset ended every session of this user, possibly this browser's too.
      queries.removeQueries({ queryKey: SESSION_KEY });
      navigate({ to: '/sign-in', search: { reset: true } });
    },
  });
  if (link.error)
    return (
      <CardPage title="Set a new password">
        <ErrorNotice error={link.error} />
        <Link className="button wide" to="/sign-in">
          Sign in instead
        </Link>
      </CardPage>
    );
  return (
    <CardPage title="Set a new password">
      <p>
        This signs you out everywhere and disconnects your connected apps. If someone else created this link,
        your API keys are revoked too.
      </p>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          const fields = new FormData(event.currentTarget);
          reset.mutate({
            password: String(fields.get('password')),
            revokeApiKeys: fields.has('revoke-keys'),
          });
        }}
      >
        <NewPasswordFields />
        <ErrorNotice error={reset.error} />
        <button type="submit" className="button primary wide" disabled={reset.isPending}>
          Set password
        </button>
      </form>
    </CardPage>
  );
};
