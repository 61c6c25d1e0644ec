import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Execution } from 'darkroom-client';
import type { ReactNode } from 'react';
import { batchNamesQuery } from '../batches/batches.ts';
import { credits, dateTime, duration } from '../format.ts';
import { ProgressiveImage } from '../parts/progressive-image.tsx';
import { imageFor, imageUrl } from './executions.ts';
import { slotsOf } from './input-slots.ts';

export const ExecutionFacts = ({ execution }: { execution: Execution | undefined }) => {
  const batch = execution?.labels['service_batch_id'];
  const { data: names } = useQuery({
    ...batchNamesQuery(execution?.organizationId ?? ''),
    enabled: batch !== undefined,
  });
  if (!execution) return <span className="skeleton line" aria-hidden="true" />;
  const { startedAt, finishedAt, attempts, labels, webhooks } = execution;
  const facts: [string, ReactNode][] = [
    [
      'Workflow',
      <Link key="workflow" to={`/workflows/${execution.workflow}` as '/workflows'}>
        {execution.workflowName}
      </Link>,
    ],
    ['Created', dateTime(execution.createdAt)],
    // The queue time is known only for the first attempt: the execution does not record when a later attempt was
    // queued.
    ['Queue time', startedAt && attempts === 1 && duration(execution.createdAt, startedAt)],
    ['Processing time', startedAt && finishedAt && duration(startedAt, finishedAt)],
    ['Reused', execution.reused && 'Result of an earlier execution'],
    ['Charged', execution.chargedCredits === null ? null : credits(execution.chargedCredits)],
    ['Attempts', attempts],
    ['Result', execution.resultFileName],
    ...Object.entries(labels).map(([key, value]): [string, ReactNode] => [
      key === 'service_batch_id' && names?.get(value) ? 'Batch' : (BATCH.get(key) ?? key),
      key === 'service_batch_id' && UUID.test(value) ? (
        <Link key="batch" to={`/batches/${value}` as '/batches'}>
          {names?.get(value) || value}
        </Link>
      ) : key === 'service_batch_name' ? (
        <Link key="batch" to="/executions" search={{ batchName: value }}>
          {value}
        </Link>
      ) : (
        value
      ),
    ]),
    ...webhooks.map((url): [string, ReactNode] => ['Webhook', url]),
  ];
  return (
    <>
      <dl className="facts">
        {facts.map(([name, value], index) =>
          value === null || value === undefined || value === '' || value === false ? null : (
            // biome-ignore lint/suspicious/noArrayIndexKey: labels may repeat the names of facts
            <Fact key={index} name={name} value={value} />
          ),
        )}
        <dt>ID</dt>
        <dd className="whole-line">
          <code>{execution.id}</code>
        </dd>
      </dl>
      <Inputs execution={execution} />
    </>
  );
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Display names of the labels that the service defines; other labels are shown by their key. */
const BATCH: ReadonlyMap<string, string> = new Map([
  ['service_batch_id', 'Batch ID'],
  ['service_batch_name', 'Batch'],
  ['service_batch_createdAt', 'Batch created'],
]);

const Fact = ({ name, value }: { name: string; value: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </>
);

const Inputs = ({ execution: { inputs, organizationId } }: { execution: Execution }) => (
  <section className="section" aria-labelledby="inputs">
    <h2 id="inputs">Inputs</h2>
    <div className="inputs">
      {slotsOf(inputs).map((slot) => (
        <Input key={slot} organizationId={organizationId} input={inputs[slot]} />
      ))}
    </div>
  </section>
);

type InputProps = { organizationId: string; input: Execution['inputs'][string] | undefined };

const Input = ({ organizationId, input }: InputProps) => {
  if (!input) return null;
  const { name, contentHash, contentType } = input;
  return (
    <figure>
      <a
        className="thumbnail"
        href={imageUrl(organizationId, contentHash, name)}
        target="_blank"
        rel="noopener"
        aria-label={`Open ${name}`}
      >
        <ProgressiveImage {...imageFor('stamp', organizationId, contentHash, name)} alt="" thumbnail />
      </a>
      <figcaption className="cut" title={`${name}, ${contentType}`}>
        {name}
      </figcaption>
    </figure>
  );
};
