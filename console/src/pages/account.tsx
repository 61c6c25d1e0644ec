import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { api, queries, SESSION_KEY } from '../api.ts';
import { ConfirmButton } from '../parts/confirm-button.tsx';
import { TextField } from '../parts/forms/field.tsx';
import { Heading } from '../parts/heading.tsx';
import { ErrorNotice, Notice } from '../parts/notice.tsx';
import { NewPasswordFields } from '../session/new-password-fields.tsx';
import { useSignedIn, useSignOut } from '../session/session.ts';
import { EmailNotifications } from './email-notifications.tsx';

/** The person's own name, mails and password. */
export const Account = () => {
  const { user } = useSignedIn();
  const signOut = useSignOut();
  return (
    <div className="page narrow">
      <Heading>Account</Heading>
      <Name name={user.name} email={user.email} />
      <EmailNotifications />
      <Password email={user.email} />
      <section className="card" aria-labelledby="data">
        <h2 id="data">Your data</h2>
        <p>All that is stored about you, as a JSON file.</p>
        <div className="actions">
          <a className="button" href="/v1/account/export" download>
            Download your data
          </a>
        </div>
      </section>
      <section className="card" aria-labelledby="everywhere">
        <h2 id="everywhere">Sign out everywhere</h2>
        <p>Ends all your sessions, in this browser and in every other.</p>
        <div className="actions">
          <ConfirmButton
            className="button danger"
            label="Sign out everywhere"
            title="Sign out everywhere?"
            sentence="You have to sign in again in each browser. Connected apps stay connected."
            confirm="Sign out"
            onConfirm={() => signOut.mutateAsync({ everywhere: true })}
          />
        </div>
      </section>
    </div>
  );
};

const Name = ({ name, email }: { name: string; email: string }) => {
  const rename = useMutation({
    mutationFn: (next: string) => api.put('/v1/account', { body: { name: next } }),
    onSuccess: (session) => queries.setQueryData(SESSION_KEY, session),
  });
  return (
    <section className="card" aria-labelledby="you">
      <h2 id="you">Profile</h2>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          rename.mutate(String(new FormData(event.currentTarget).get('name')));
        }}
      >
        <TextField label="E-mail" type="email" value={email} readOnly />
        <TextField
          label="Name"
          name="name"
          defaultValue={name}
          autoComplete="name"
          required
          maxLength={200}
        />
        <ErrorNotice error={rename.error} />
        {rename.isSuccess && <Notice>Name saved.</Notice>}
        <div className="actions">
          <button type="submit" className="button" disabled={rename.isPending}>
            Save name
          </button>
        </div>
      </form>
    </section>
  );
};

const Password = ({ email }: { email: string }) => {
  const form = useRef<HTMLFormElement>(null);
  const change = useMutation({
    mutationFn: (body: { currentPassword: string; newPassword: string; revokeApiKeys: boolean }) =>
      api.put('/v1/account/password', { body }),
    onSuccess: () => form.current?.reset(),
  });
  return (
    <section className="card" aria-labelledby="password">
      <h2 id="password">Password</h2>
      <p>Changing your password signs you out in other browsers and disconnects your connected apps.</p>
      <form
        ref={form}
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          const fields = new FormData(event.currentTarget);
          change.mutate({
            currentPassword: String(fields.get('current')),
            newPassword: String(fields.get('password')),
            revokeApiKeys: fields.has('revoke-keys'),
          });
        }}
      >
        <input
          className="hidden"
          type="email"
          autoComplete="username"
          value={email}
          readOnly
          tabIndex={-1}
          aria-hidden="true"
        />
        <TextField
          label="Current password"
          name="current"
          type="password"
          autoComplete="current-password"
          required
        />
        <NewPasswordFields />
        <ErrorNotice error={change.error} />
        {change.isSuccess && <Notice>Password changed.</Notice>}
        <div className="actions">
          <button type="submit" className="button primary" disabled={change.isPending}>
            Change password
          </button>
        </div>
      </form>
    </section>
  );
};
