import './settings.css';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { AnswerOf } from 'darkroom-client';
import type { ReactNode } from 'react';
import { api, queries } from '../../api.ts';
import { count } from '../../format.ts';
import { showToast } from '../../frame/toasts.tsx';
import { ErrorNotice } from '../../parts/notice.tsx';
import { useSignedIn } from '../../session/session.ts';
import { Limits } from './limits.tsx';
import { RejectCodes } from './reject-codes.tsx';

type Settings = AnswerOf<'get', '/v1/organization/{id}/settings'>;
type Switch = 'reuseResults' | 'autoResume';

/** The settings of the organization, by what they are about. */
export const OrganizationSettings = () => {
  const { id } = useSignedIn().organization;
  const settings = useQuery({
    queryKey: ['settings', id],
    queryFn: ({ signal }) => api.get('/v1/organization/{id}/settings', { path: { id }, signal }),
  });
  return (
    <div className="settings">
      <ErrorNotice error={settings.error} retry={() => settings.refetch()} />
      <Part title="Results">
        <SwitchField name="reuseResults" label="Reuse results" settings={settings.data}>
          The same images with the same workflow and settings return the existing result. If only later steps
          have changed, the execution continues from the stored result of the earlier steps. The price stays
          the same, and the execution is marked as reused.
        </SwitchField>
      </Part>
      <Part title="Credits">
        <SwitchField name="autoResume" label="Resume when credits are added" settings={settings.data}>
          Executions that wait for payment resume automatically after a top-up. This applies to executions
          that are created after you switch it on; retry older ones yourself.
        </SwitchField>
        <p className="hint">
          {settings.data && warningFor(settings.data)}
          <Link to="/usage">Change the warning on Usage</Link>
        </p>
      </Part>
      <Part title="Review">
        <RejectCodes />
        <p className="hint">
          Which results a person reviews is set for each <Link to="/workflows">workflow</Link>, and can be
          made stricter for a batch.
        </p>
      </Part>
      <Part title="Limits">
        <Limits />
      </Part>
    </div>
  );
};

const warningFor = ({ creditsLowAt }: Settings): string =>
  creditsLowAt
    ? `A warning is sent below ${count(creditsLowAt)} credits. `
    : 'No warning is sent when credits run low. ';

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="settings-part" aria-labelledby={`settings-${title}`}>
    <h2 id={`settings-${title}`}>{title}</h2>
    <div className="card">{children}</div>
  </section>
);

type SwitchProps = { name: Switch; label: string; settings: Settings | undefined; children: ReactNode };

/** A setting that is on or off. It is saved at once, and can be undone. */
const SwitchField = ({ name, label, settings, children }: SwitchProps) => {
  const { id } = useSignedIn().organization;
  const change = useMutation({
    mutationFn: (on: boolean) =>
      api.put('/v1/organization/{id}/settings', { path: { id }, body: { [name]: on } }),
    onSuccess: (changed, on) => {
      queries.setQueryData(['settings', id], changed);
      showToast(`${label}: ${on ? 'on' : 'off'}.`, { run: () => change.mutate(!on) });
    },
  });
  return (
    <div>
      <label className="check">
        <input
          type="checkbox"
          checked={change.isPending ? change.variables : (settings?.[name] ?? false)}
          disabled={!settings || change.isPending}
          onChange={({ target }) => change.mutate(target.checked)}
        />
        {label}
      </label>
      <p className="hint indented">{children}</p>
      <ErrorNotice error={change.error} />
    </div>
  );
};
