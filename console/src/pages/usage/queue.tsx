import './usage.css';
import { useQuery } from '@tanstack/react-query';
import type { AnswerOf } from 'darkroom-client';
import { useId } from 'react';
import { api } from '../../api.ts';
import { dateTime, fromNow, milliseconds } from '../../format.ts';
import { Empty } from '../../parts/empty.tsx';
import { type Column, Listing } from '../../parts/listing.tsx';
import { ErrorNotice } from '../../parts/notice.tsx';
import { useSignedIn } from '../../session/session.ts';
import { Stat } from './stat.tsx';

type PlatformQueue = AnswerOf<'get', '/v1/platform/queue'>;
type Depth = Omit<PlatformQueue, 'lanes' | 'workers'>;
type Worker = PlatformQueue['workers'][number];

const WATCH_MS = 2_000;

/** The work that waits and runs: in the organization, and for the platform administrator in the whole installation. */
export const Queue = () => {
  const { organization, user } = useSignedIn();
  const { id } = organization;
  const own = useQuery({
    queryKey: ['queue', id],
    queryFn: ({ signal }) => api.get('/v1/organization/{id}/queue', { path: { id }, signal }),
    refetchInterval: WATCH_MS,
  });
  return (
    <>
      <QueueSection title={organization.name} depth={own.data} error={own.error} />
      {user.platformAdministrator && <Platform />}
    </>
  );
};

const Platform = () => {
  const all = useQuery({
    queryKey: ['queue', 'platform'],
    queryFn: ({ signal }) => api.get('/v1/platform/queue', { signal }),
    refetchInterval: WATCH_MS,
  });
  return (
    <>
      <QueueSection title="All organizations" depth={all.data} error={all.error} />
      {(all.data || !all.error) && (
        <section className="section" aria-labelledby="workers">
          <h2 id="workers">Workers</h2>
          <p>
            Each worker has one or more lanes, and each lane works on one image at a time. Lanes in total:{' '}
            {all.data?.lanes ?? '…'}.
          </p>
          <Listing
            caption="Workers"
            columns={WORKER_COLUMNS}
            query={{ data: all.data && { entries: all.data.workers }, error: null, refetch: all.refetch }}
            keyOf={(worker) => worker.id}
            empty={
              <Empty title="No worker runs">
                Executions wait until one is started with “npm run darkroom worker”.
              </Empty>
            }
          />
        </section>
      )}
    </>
  );
};

const WORKER_COLUMNS: Column<Worker>[] = [
  { title: 'Worker', cell: ({ id }) => <code>{id}</code> },
  { title: 'Running', kind: 'number', cell: ({ running }) => running },
  { title: 'Lanes', kind: 'number', cell: ({ lanes }) => lanes },
  {
    title: 'Load',
    cell: ({ running, lanes }) => (
      <meter className="load" min={0} max={Math.max(lanes, 1)} value={Math.min(running, lanes)}>
        {running} of {lanes}
      </meter>
    ),
  },
  { title: 'Lease ends', kind: 'nowrap', cell: ({ leaseUntil }) => <Lease until={leaseUntil} /> },
];

const Lease = ({ until }: { until: string }) => {
  const seconds = Math.ceil((Date.parse(until) - Date.now()) / 1_000);
  return (
    <time dateTime={until} title={dateTime(until)}>
      {seconds > 0 ? `in ${seconds} s` : 'now'}
    </time>
  );
};

/**
 * Says since when the oldest execution waits. Executions of paused batches have no place in the queue, so some may
 * wait although there is no oldest one.
 */
const waitOf = (depth: Depth | undefined): string => {
  if (!depth) return 'in the queue';
  if (depth.oldestWaitingAt) return `oldest: ${fromNow(depth.oldestWaitingAt)}`;
  return depth.waiting > 0 ? 'in paused batches' : 'nothing waits';
};

type SectionProps = { title: string; depth: Depth | undefined; error: unknown };

const QueueSection = ({ title, depth, error }: SectionProps) => {
  const id = useId();
  // Show a dash for a number that could not be read, so that it does not look as if it were still loading.
  const missing = error ? null : undefined;
  const seconds = (value: number | null | undefined) =>
    typeof value === 'number' ? milliseconds(value * 1000) : (value ?? (depth ? null : missing));
  return (
    <section className="section" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ErrorNotice error={error} />
      <div className="stats">
        <Stat name="Waiting" value={depth?.waiting ?? missing} about={waitOf(depth)} />
        <Stat name="Running" value={depth?.running ?? missing} about="being processed now" />
        <Stat
          name="Throughput"
          value={depth ? `${depth.throughputPerMinute} / min` : missing}
          about="images, last 5 minutes"
        />
        <Stat name="Queue time, median" value={seconds(depth?.queueSeconds.p50)} about="last hour" />
        <Stat name="Queue time, p95" value={seconds(depth?.queueSeconds.p95)} about="last hour" />
      </div>
    </section>
  );
};
