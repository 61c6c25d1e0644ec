import { useMutation } from '@tanstack/react-query';
import { urlOf } from 'darkroom-client';
import { useEffect, useRef, useState } from 'react';
import { api } from '../api.ts';
import { milliseconds } from '../format.ts';
import { CodeBlock } from '../parts/copy/code-block.tsx';
import { SelectField, TextField } from '../parts/forms/field.tsx';
import { ErrorNotice } from '../parts/notice.tsx';
import { useSession } from '../session/session.ts';
import type { Listed, Parameter } from './document.ts';
import { type BodyKind, bodyKindsOf, exampleBody } from './example.ts';
import { type Answer, readAnswer } from './read-answer.ts';

type Props = { listed: Listed };

const BODY_NAMES: Record<BodyKind, string> = { file: 'File', json: 'JSON', form: 'Form', none: 'None' };

/** A form that sends the call as the person who is signed in, and shows the response. */
export const TryIt = ({ listed }: Props) => {
  const session = useSession();
  const [open, setOpen] = useState(false);
  if (!session) return <p className="hint">Sign in to try this call.</p>;
  if (!open)
    return (
      <div className="actions">
        <button type="button" className="button" onClick={() => setOpen(true)}>
          Try it
        </button>
      </div>
    );
  return <CallForm listed={listed} organizationId={session.organization.id} />;
};

const CallForm = ({ listed, organizationId }: Props & { organizationId: string }) => {
  const { method, path, operation } = listed;
  const kinds = bodyKindsOf(listed);
  const [kind, setKind] = useState<BodyKind>(kinds[0] ?? 'none');
  const [answer, setAnswer] = useState<Answer>();
  const call = useRef<AbortController>(undefined);
  // Cancel the call when the form is removed: a stream of events may never end by itself.
  useEffect(() => () => call.current?.abort(), []);
  const send = useMutation({
    mutationFn: async (fields: FormData) => {
      const started = performance.now();
      call.current = new AbortController();
      const { signal } = call.current;
      const response = await api.open(method, addressOf(listed, fields), {
        headers: headersOf(listed, kind),
        ...bodyOf(kind, fields),
        signal,
      });
      await readAnswer(response, () => performance.now() - started, setAnswer).catch((error) => {
        if (!signal.aborted) throw error;
      });
    },
  });
  const isStopped = call.current?.signal.aborted ?? false;
  const parametersIn = (place: string) => (operation.parameters ?? []).filter((one) => one.in === place);
  return (
    <form
      className="form try-it"
      aria-label={`Try ${method} ${path}`}
      onSubmit={(event) => {
        event.preventDefault();
        setAnswer(undefined);
        send.mutate(new FormData(event.currentTarget));
      }}
    >
      <div className="try-fields">
        {[...parametersIn('path'), ...parametersIn('query')].map((parameter) => (
          <ParameterField
            key={parameter.in + parameter.name}
            parameter={parameter}
            first={parameter.name === 'id' && path.startsWith('/v1/organization/') ? organizationId : ''}
          />
        ))}
      </div>
      {kinds.length > 1 && (
        <SelectField label="Body" value={kind} onChange={({ target }) => setKind(target.value as BodyKind)}>
          {kinds.map((one) => (
            <option key={one} value={one}>
              {BODY_NAMES[one]}
            </option>
          ))}
        </SelectField>
      )}
      {kind === 'file' && <TextField label="File" name="file" type="file" required />}
      {(kind === 'json' || kind === 'form') && (
        <div className="field">
          <label htmlFor={`body-${method}-${path}`}>{kind === 'json' ? 'JSON body' : 'Form body'}</label>
          <textarea
            key={kind}
            id={`body-${method}-${path}`}
            name="body"
            className="textarea mono"
            rows={8}
            spellCheck={false}
            defaultValue={exampleBody(listed, kind)}
          />
        </div>
      )}
      {method !== 'GET' && method !== 'HEAD' && (
        <p className="hint">This is a real call: it changes data of the organization.</p>
      )}
      <div className="actions">
        <button type="submit" className="button primary" disabled={send.isPending}>
          Send {method}
        </button>
        {send.isPending && (
          <button type="button" className="button" onClick={() => call.current?.abort()}>
            Stop
          </button>
        )}
      </div>
      <ErrorNotice error={isStopped ? null : send.error} />
      {answer && <AnswerView {...answer} />}
    </form>
  );
};

const ParameterField = ({ parameter, first }: { parameter: Parameter; first: string }) => {
  const { name, in: place, required = false, schema } = parameter;
  const label = required ? name : `${name} (optional)`;
  if (schema?.enum)
    return (
      <SelectField label={label} name={`${place}:${name}`} defaultValue="">
        <option value="" />
        {schema.enum.map((value) => (
          <option key={String(value)}>{String(value)}</option>
        ))}
      </SelectField>
    );
  return (
    <TextField
      label={label}
      name={`${place}:${name}`}
      defaultValue={first}
      required={required}
      autoComplete="off"
    />
  );
};

/** The address of the call, from the fields named "path:…" and "query:…". */
const addressOf = ({ path }: Listed, fields: FormData): string => {
  const valuesIn = (place: string) =>
    Object.fromEntries(
      [...fields]
        .filter(([name, value]) => name.startsWith(`${place}:`) && value !== '')
        .map(([name, value]) => [name.slice(place.length + 1), value]),
    );
  return urlOf(path, valuesIn('path'), valuesIn('query'));
};

const headersOf = ({ operation }: Listed, kind: BodyKind): Record<string, string> => {
  const returns = Object.values(operation.responses).flatMap(({ content }) => Object.keys(content ?? {}));
  return {
    ...(returns.includes('application/json') ? { accept: 'application/json' } : {}),
    ...(kind === 'json' ? { 'content-type': 'application/json' } : {}),
    ...(kind === 'form' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
  };
};

const bodyOf = (kind: BodyKind, fields: FormData): { body?: BodyInit } => {
  if (kind === 'json' || kind === 'form') return { body: String(fields.get('body')) };
  if (kind !== 'file') return {};
  const body = new FormData();
  body.set('file', fields.get('file') as File);
  return { body };
};

const AnswerView = ({ status, type, ms, text, image }: Answer) => {
  // Free the image in memory when another response takes its place.
  useEffect(() => () => (image ? URL.revokeObjectURL(image) : undefined), [image]);
  return (
    <section aria-label="Response" aria-live="polite">
      <h3>{[status, type, milliseconds(ms)].filter(Boolean).join(', ')}</h3>
      {image && <img src={image} alt="The response" className="answer-image" />}
      {text !== undefined && <CodeBlock label="response" code={text} />}
    </section>
  );
};
