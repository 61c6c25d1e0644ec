import { useState } from 'react';
import { CodeBlock } from '../parts/copy/code-block.tsx';
import { type ApiDocument, type Content, type Listed, type Parameter, shapeOf } from './document.ts';
import { bodyKindsOf, curlOf, exampleBody } from './example.ts';
import { TryIt } from './try-it.tsx';

type Props = { listed: Listed; document: ApiDocument };

/** One operation of the API: what it takes and returns, an example, and a form that sends it. */
export const Operation = ({ listed, document }: Props) => {
  const { method, path, operation } = listed;
  const [opened, setOpened] = useState(false);
  return (
    <details className="operation" onToggle={({ currentTarget }) => setOpened(currentTarget.open)}>
      <summary>
        <code className="method">{method}</code>
        <code>{path}</code>
        <span className="sentence">{withCode(operation.summary ?? '')}</span>
      </summary>
      {opened && <Inside listed={listed} document={document} />}
    </details>
  );
};

const Inside = ({ listed, document }: Props) => {
  const { operation } = listed;
  return (
    <div className="inside">
      {operation.security?.length === 0 && <p>No authentication needed.</p>}
      {operation.parameters && <Parameters parameters={operation.parameters} document={document} />}
      <section>
        <h3>Example</h3>
        <CodeBlock label="example call" code={exampleOf(listed)} />
      </section>
      <TryIt listed={listed} />
      {operation.requestBody && (
        <Bodies title="Body" content={operation.requestBody.content} document={document} />
      )}
      {Object.entries(operation.responses)
        .filter(([status]) => status.startsWith('2'))
        .map(([status, { content }]) => (
          <Bodies key={status} title={`Response ${status}`} content={content ?? {}} document={document} />
        ))}
    </div>
  );
};

/** The call with a placeholder for each required parameter, and an example of its body. */
const exampleOf = (listed: Listed): string => {
  const { method, path, operation } = listed;
  const [kind = 'none'] = bodyKindsOf(listed);
  const needed = (operation.parameters ?? []).filter(
    ({ in: place, required }) => place === 'query' && required,
  );
  const query = needed.map((parameter) => `${parameter.name}=<${parameter.name}>`);
  return curlOf({
    method,
    url: path.replaceAll(/\{(\w+)\}/g, '<$1>') + (query.length > 0 ? `?${query.join('&')}` : ''),
    kind,
    body: exampleBody(listed, kind),
    isOpen: operation.security?.length === 0,
  });
};

/** Renders the text between backticks as code. */
const withCode = (sentence: string) =>
  sentence.split('`').map((part, index) => (index % 2 ? <code key={part}>{part}</code> : part));

const Parameters = ({ parameters, document }: { parameters: Parameter[]; document: ApiDocument }) => (
  <dl className="facts">
    {pathFirst(parameters).map(({ name, in: place, required, description, schema }) => (
      <div className="parameter" key={place + name}>
        <dt>
          <code>{name}</code>
        </dt>
        <dd>
          {required ? 'required' : 'optional'}, in the {place}; <code>{shapeOf(document, schema)}</code>
          {description && <>. {description}</>}
        </dd>
      </div>
    ))}
  </dl>
);

/** Lists the parameters of the path before those of the query. */
const pathFirst = (parameters: readonly Parameter[]): Parameter[] =>
  parameters.toSorted((one, other) => Number(other.in === 'path') - Number(one.in === 'path'));

const Bodies = ({ title, content, document }: { title: string; content: Content; document: ApiDocument }) => {
  const kinds = Object.entries(content);
  if (kinds.length === 0) return <p>{title}: empty</p>;
  return kinds.map(([type, { schema }]) => {
    const shape = shapeOf(document, schema);
    if (!shape.includes('\n'))
      return (
        <p key={type}>
          {title}, {type}: <code>{shape}</code>
        </p>
      );
    return (
      <section key={type}>
        <h3>
          {title}, {type}
        </h3>
        <CodeBlock label={`${title}, ${type}`} code={shape} />
      </section>
    );
  });
};
