import './quick-start.css';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api, queries } from '../../api.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { CopyField } from '../../parts/copy-field.tsx';
import { SelectField } from '../../parts/forms/field.tsx';
import { ErrorNotice, Notice } from '../../parts/notice.tsx';
import { mayManage } from '../../session/rights.ts';
import { useSignedIn } from '../../session/session.ts';
import { LANGUAGES, type Language, SNIPPETS } from './snippets.ts';

/** Leads from nothing to a first result by a program: a workflow, a key, and code that runs as it is. */
export const QuickStart = () => {
  const { organization, publicUrl } = useSignedIn();
  const { id } = organization;
  const [chosen, setChosen] = useState<string>();
  const [language, setLanguage] = useState<Language>('curl');
  const workflows = useQuery({
    queryKey: ['workflows', id, 'quick-start'],
    queryFn: ({ signal }) => api.get('/v1/workflow', { query: { organization: id, limit: 1000 }, signal }),
  });
  const create = useMutation({
    mutationFn: () =>
      api.post('/v1/organization/{id}/keys', {
        path: { id },
        body: { name: 'Quick start', role: 'operator' },
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['keys', id] }),
  });
  const workflow = chosen ?? workflows.data?.entries[0]?.id ?? 'YOUR_WORKFLOW';
  const values = { url: publicUrl || window.location.origin, key: create.data?.key ?? 'YOUR_KEY', workflow };
  return (
    <div className="quick-start">
      <ol className="steps-to-take">
        <li>
          <h2>Choose a workflow</h2>
          <SelectField
            label="Workflow"
            value={workflow}
            disabled={!workflows.data?.entries.length}
            onChange={({ target }) => setChosen(target.value)}
          >
            {workflows.data?.entries.length === 0 && <option value={workflow}>No workflows yet</option>}
            {workflows.data?.entries.map(({ id: value, name }) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </SelectField>
          <ErrorNotice error={workflows.error} retry={() => workflows.refetch()} />
        </li>
        <li>
          <h2>Get a key</h2>
          {mayManage(organization.role) ? (
            <>
              <p>
                The key can upload images and run workflows. It is filled into the code and shown only once.
                You can revoke it under <Link to="/developers/keys">API keys</Link>.
              </p>
              {create.data ? (
                <CopyField label="New key" value={create.data.key} />
              ) : (
                <div className="actions">
                  <button
                    type="button"
                    className="button primary"
                    disabled={create.isPending}
                    onClick={() => create.mutate()}
                  >
                    Create key
                  </button>
                </div>
              )}
              <ErrorNotice error={create.error} />
            </>
          ) : (
            <p>Ask an owner or admin of this organization for an API key with the role Operator.</p>
          )}
        </li>
        <li>
          <h2>Run it</h2>
          <p>
            Put a photo named photo.jpg in the folder where you run the code. The result is saved as
            result.jpg.
          </p>
          {create.data && <FirstUse keyId={create.data.id} />}
        </li>
      </ol>
      <div className="quick-code">
        <fieldset className="segments">
          <legend className="hidden">Language</legend>
          {LANGUAGES.map((name) => (
            <label key={name}>
              <input
                type="radio"
                name="language"
                checked={language === name}
                onChange={() => setLanguage(name)}
              />
              {name}
            </label>
          ))}
        </fieldset>
        <CodeBlock label={`${language} example`} code={SNIPPETS[language](values)} />
        <p className="hint">
          Next: use <Link to="/developers/webhooks">webhooks</Link> to get a message when an image is done, or
          see every call in the <Link to="/developers/reference">reference</Link>.
        </p>
      </div>
    </div>
  );
};

/** Waits until the new key is used for the first time. */
const FirstUse = ({ keyId }: { keyId: string }) => {
  const { id } = useSignedIn().organization;
  const used = useQuery({
    queryKey: ['keys', id, 'first-use', keyId],
    queryFn: async ({ signal }) => {
      const path = { id };
      const { entries } = await api.get('/v1/organization/{id}/keys', {
        path,
        query: { limit: 1000 },
        signal,
      });
      return entries.some((key) => key.id === keyId && key.lastUsedAt !== null);
    },
    refetchInterval: ({ state }) => (state.data ? false : 2_000),
  });
  return used.data ? (
    <Notice kind="accent">
      It works: the key was used. See the result under <Link to="/executions">Executions</Link>.
    </Notice>
  ) : (
    <Notice>Waiting for the first call with the new key.</Notice>
  );
};
