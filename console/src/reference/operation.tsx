import { type ApiDocument, type Listed, type Parameter, shapeOf } from './document.ts';

export const Operation = ({ method, path, operation, document }: Listed & { document: ApiDocument }) => (
  <details className="operation">
    <summary>
      <code className="method">{method}</code>
      <code>{path}</code>
      <span className="sentence">{withCode(operation.summary ?? '')}</span>
    </summary>
    <div className="inside">
      {operation.security?.length === 0 && <p>No authentication needed.</p>}
      {operation.parameters && <Parameters parameters={operation.parameters} document={document} />}
      {operation.requestBody && (
        <Bodies title="Body" content={operation.requestBody.content} document={document} />
      )}
      {Object.entries(operation.responses)
        .filter(([status]) => status.startsWith('2'))
        .map(([status, { content }]) => (
          <Bodies key={status} title={`Response ${status}`} content={content ?? {}} document={document} />
        ))}
    </div>
  </details>
);

/** Renders the text between backticks as code. */
const withCode = (sentence: string) =>
  sentence.split('`').map((part, index) => (index % 2 ? <code key={part}>{part}</code> : part));

const Parameters = ({ parameters, document }: { parameters: Parameter[]; document: ApiDocument }) => (
  <dl className="facts">
    {parameters.map(({ name, in: where, required, description, schema }) => (
      <div className="parameter" key={where + name}>
        <dt>
          <code>{name}</code>
        </dt>
        <dd>
          {required ? 'required' : 'optional'}, in the {where}; <code>{shapeOf(document, schema)}</code>
          {description && <>. {description}</>}
        </dd>
      </div>
    ))}
  </dl>
);

type Content = Record<string, { schema?: Parameter['schema'] }>;

const Bodies = ({ title, content, document }: { title: string; content: Content; document: ApiDocument }) => {
  const kinds = Object.entries(content);
  if (kinds.length === 0) return <p>{title}: empty</p>;
  return kinds.map(([type, { schema }]) => (
    <section key={type}>
      <h3>
        {title}, {type}
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long line is scrolled by keyboard */}
      <pre tabIndex={0}>{shapeOf(document, schema)}</pre>
    </section>
  ));
};
