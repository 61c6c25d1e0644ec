import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { AnswerOf } from 'darkroom-client';
import { useState } from 'react';
import { api, queries } from '../api.ts';
import { dateTime } from '../format.ts';
import { SelectField, TextField } from '../parts/forms/field.tsx';
import { Heading } from '../parts/heading.tsx';
import { ErrorNotice, Notice } from '../parts/notice.tsx';
import { useSignedIn } from '../session/session.ts';

type Device = AnswerOf<'get', '/v1/device/{userCode}'>;

const route = getRouteApi('/signed-in/activate');

const CODE = /^[A-Z]{8}$/;
const lettersOf = (text: string): string =>
  text
    .toUpperCase()
    .replaceAll(/[^A-Z]/g, '')
    .slice(0, 8);
const withDash = (letters: string): string =>
  letters.length > 4 ? `${letters.slice(0, 4)}-${letters.slice(4)}` : letters;

/**
 * Connects an app that shows a code. The app is connected only after the user clicks Confirm, even when the link
 * contains the code.
 */
export const Activate = () => {
  const { user_code: given = '' } = route.useSearch();
  const [code, setCode] = useState(withDash(lettersOf(given)));
  const [asked, setAsked] = useState(CODE.test(lettersOf(given)) ? withDash(lettersOf(given)) : '');
  const device = useQuery({
    queryKey: ['device', asked],
    queryFn: () => api.get('/v1/device/{userCode}', { path: { userCode: asked } }),
    enabled: asked !== '',
    // The service limits guesses by counting these requests, so look up each code only once.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnWindowFocus: false,
  });
  return (
    <div className="page narrow">
      <Heading>Connect an app</Heading>
      <div className="card">
        <form
          className="form"
          onSubmit={(event) => {
            event.preventDefault();
            if (asked === code) device.refetch();
            else setAsked(code);
          }}
        >
          <TextField
            label="Code"
            className="code-input"
            value={code}
            placeholder="XXXX-XXXX"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            required
            hint="The eight letters that the app shows."
            onChange={({ target }) => setCode(withDash(lettersOf(target.value)))}
          />
          {!(device.data && asked === code) && (
            <button
              type="submit"
              className="button primary wide"
              disabled={!CODE.test(lettersOf(code)) || device.isFetching}
            >
              Continue
            </button>
          )}
        </form>
        {asked === code && <ErrorNotice error={device.error} />}
        <Notice kind="accent">
          Only connect an app that you started yourself. Support will never ask you for this code.
        </Notice>
        {asked === code && device.data && <Decide key={asked} device={device.data} />}
      </div>
    </div>
  );
};

const Decide = ({ device }: { device: Device }) => {
  const { user, organization, organizations } = useSignedIn();
  const [organizationId, setOrganizationId] = useState(organization.id);
  const path = { userCode: device.userCode };
  const decide = useMutation({
    mutationFn: async (decision: 'confirm' | 'deny') => {
      if (decision === 'confirm')
        await api.post('/v1/device/{userCode}/confirm', { path, body: { organizationId } });
      else await api.post('/v1/device/{userCode}/deny', { path });
      return decision;
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['devices'] }),
  });
  if (decide.data === 'confirm')
    return <Notice>{device.clientName} is connected. You can close this page and return to the app.</Notice>;
  if (decide.data === 'deny') return <Notice>{device.clientName} was denied and is not connected.</Notice>;
  const choices = organizations.some(({ id }) => id === organization.id)
    ? organizations
    : [organization, ...organizations];
  return (
    <>
      <dl className="facts">
        <dt>App</dt>
        <dd>
          <strong>{device.clientName}</strong> <code>{device.clientId}</code>
        </dd>
        <dt>IP address</dt>
        <dd>{device.requestedFrom}</dd>
        <dt>Requested</dt>
        <dd>{dateTime(device.requestedAt)}</dd>
        <dt>Account</dt>
        <dd>{user.email}</dd>
      </dl>
      <SelectField
        label="Organization"
        hint="The app gets your permissions in this organization."
        value={organizationId}
        onChange={({ target }) => setOrganizationId(target.value)}
      >
        {choices.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <ErrorNotice error={decide.error} />
      <div className="actions">
        <button
          type="button"
          className="button primary"
          disabled={decide.isPending}
          onClick={() => decide.mutate('confirm')}
        >
          Confirm
        </button>
        <button
          type="button"
          className="button"
          disabled={decide.isPending}
          onClick={() => decide.mutate('deny')}
        >
          Deny
        </button>
      </div>
    </>
  );
};
