import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { count, moment, wholeSeconds } from '../format.ts';
import { Moment } from '../parts/moment.tsx';
import { STATUS_WORDS } from '../parts/status-badge.tsx';
import { memberNamesQuery } from '../session/member-names-query.ts';
import { QA_WORDS, queueQuery, reviewPlanQuery } from './batch-queries.ts';
import type { DetailedBatch } from './batches.ts';
import { BAR_ORDER, SegmentedBar } from './segmented-bar.tsx';
import { throughputOf } from './throughput.ts';

const ThroughputChart = lazy(() =>
  import('./throughput-chart.tsx').then(({ ThroughputChart }) => ({ default: ThroughputChart })),
);

/** Counters, bar, throughput and the facts of a batch. */
export const BatchSummary = ({ batch }: { batch: DetailedBatch }) => {
  const whole = Math.max(batch.total, batch.expected ?? 0);
  const finished = batch.counts.COMPLETED + batch.counts.FAILED + batch.counts.PAYMENT_REQUIRED;
  return (
    <div className="batch-summary">
      <section className="card" aria-label="Progress">
        <p className="batch-finished" role="status">
          <strong>
            {count(finished)} of {count(whole)}
          </strong>{' '}
          finished
        </p>
        <SegmentedBar batch={batch} />
        <dl className="batch-counters">
          {BAR_ORDER.map((status) => (
            <div key={status} data-status={status}>
              <dt>{STATUS_WORDS[status]}</dt>
              <dd>{count(batch.counts[status])}</dd>
            </div>
          ))}
        </dl>
        <Suspense fallback={<div className="batch-chart" />}>
          <ThroughputChart throughput={batch.throughput} />
        </Suspense>
      </section>
      <section className="card" aria-label="Details">
        <Facts batch={batch} />
      </section>
    </div>
  );
};

const Facts = ({ batch }: { batch: DetailedBatch }) => {
  const { id, organizationId, estimatedEndAt, chargedCredits, heldCredits, budget } = batch;
  const isRunning = batch.counts.CREATED + batch.counts.ACTIVE > 0;
  const { data: members } = useQuery(memberNamesQuery(organizationId));
  const { data: queue } = useQuery({ ...queueQuery(organizationId), enabled: isRunning });
  const { data: plan } = useQuery(reviewPlanQuery(organizationId, id));
  const modes = [...new Set(plan?.workflows.map(({ qa }) => QA_WORDS[qa]))].join(', ');
  return (
    <dl className="facts">
      <Fact name="Throughput">{throughputOf(batch)}</Fact>
      {isRunning ? (
        <>
          <Fact name="Estimated end">
            {estimatedEndAt ? (
              <span title={moment(estimatedEndAt)}>{timeLeft(estimatedEndAt)}</span>
            ) : (
              'Not known yet'
            )}
          </Fact>
          <Fact name="Queue">
            {queue ? `${count(queue.waiting)} waiting, ${count(queue.running)} running` : '–'}
          </Fact>
        </>
      ) : (
        batch.completedAt && (
          <Fact name="Completed">
            <Moment at={batch.completedAt} />
          </Fact>
        )
      )}
      <Fact name="Credits">
        {count(chargedCredits)} charged{heldCredits > 0 && `, ${count(heldCredits)} held`}
      </Fact>
      <Fact name="Budget">{budget === null ? 'No limit' : `${count(budget)} credits`}</Fact>
      <Fact name="Review">
        {plan?.qa ? `${QA_WORDS[plan.qa]}, set for this batch` : modes || 'As set in each workflow'}
        {plan?.workflows.map(
          ({ workflow, plan: sampling, lots, waiting }) =>
            sampling && (
              <span key={workflow} className="sub">
                {count(sampling.sampleSize)} of a full lot are reviewed; {count(lots.accepted)} lots accepted,{' '}
                {count(lots.refused)} refused, {count(waiting)} images wait for a lot
              </span>
            ),
        )}
      </Fact>
      {batch.priority !== 5 && <Fact name="Priority">{batch.priority} of 9</Fact>}
      <Fact name="Workflow">{batch.workflows.map(({ name }) => name).join(', ') || '–'}</Fact>
      <Fact name="Owner">{members?.get(batch.createdBy) ?? '–'}</Fact>
      <Fact name="Created">
        <Moment at={batch.createdAt} />
      </Fact>
    </dl>
  );
};

const timeLeft = (end: string): string => {
  const ms = Date.parse(end) - Date.now();
  return ms < 1_000 ? 'in a moment' : `about ${wholeSeconds(ms / 1_000)} left`;
};

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
);
