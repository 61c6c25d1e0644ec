import './batch-table.css';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { count, fromNow } from '../format.ts';
import { SkeletonRows } from '../parts/listing.tsx';
import { RelativeTime } from '../parts/relative-time.tsx';
import { memberNamesQuery } from '../session/member-names-query.ts';
import { useSignedIn } from '../session/session.ts';
import { BATCH_STATUSES, type Batch } from './batches.ts';
import { SegmentedBar } from './segmented-bar.tsx';
import { imagesPerMinute } from './throughput.ts';

const COLUMNS = ['Name', 'Workflow', 'Progress', 'Images/min', 'Done', 'Credits', 'Owner'] as const;

/** Batches as rows, each with its bar by status. On a phone each row becomes a small card. */
export const BatchTable = ({
  batches,
  caption,
}: {
  batches: readonly Batch[] | undefined;
  caption: string;
}) => {
  const { data: members } = useQuery(memberNamesQuery(useSignedIn().organization.id));
  return (
    <div className="card flush">
      <table className="table batch-table" aria-busy={!batches}>
        <caption className="hidden">{caption}</caption>
        <thead>
          <tr>
            {COLUMNS.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {batches ? (
            batches.map((batch) => <Row key={batch.id} batch={batch} owner={members?.get(batch.createdBy)} />)
          ) : (
            <SkeletonRows titles={COLUMNS} />
          )}
        </tbody>
      </table>
    </div>
  );
};

const Row = ({ batch, owner }: { batch: Batch; owner: string | undefined }) => {
  const { id, name, workflows, counts, total, expected, chargedCredits, heldCredits } = batch;
  const rate = imagesPerMinute(batch);
  const finished = counts.COMPLETED + counts.FAILED + counts.PAYMENT_REQUIRED;
  return (
    <tr>
      <td data-label="Name">
        <div className="batch-name">
          <Link to="/batches/$id" params={{ id }} title={name ?? undefined}>
            {name || 'Unnamed batch'}
          </Link>
          <span className="sub">
            <RelativeTime at={batch.createdAt} />
          </span>
        </div>
      </td>
      <td data-label="Workflow">
        <span className="cut-lines">{workflows.map((workflow) => workflow.name).join(', ') || '–'}</span>
      </td>
      <td data-label="Progress">
        <div className="batch-progress">
          <SegmentedBar batch={batch} />
          <span className="sub">
            {count(finished)} of {count(Math.max(total, expected ?? 0))}
            {counts.FAILED > 0 && <span className="bad"> · {count(counts.FAILED)} failed</span>}
          </span>
        </div>
      </td>
      <td data-label="Images/min">{rate === null ? '–' : count(Math.round(rate))}</td>
      <td data-label="Done" className="nowrap">
        <Done batch={batch} />
      </td>
      <td data-label="Credits">
        <div>
          {count(chargedCredits)}
          {heldCredits > 0 && <span className="sub">{count(heldCredits)} held</span>}
        </div>
      </td>
      <td data-label="Owner">
        <span className="cut-lines">{owner ?? '–'}</span>
      </td>
    </tr>
  );
};

const Done = ({ batch: { status, completedAt, estimatedEndAt, counts } }: { batch: Batch }) => {
  if (status === 'completed' && completedAt) return <RelativeTime at={completedAt} />;
  if (status === 'running' && estimatedEndAt) return <span>{fromNow(estimatedEndAt)}</span>;
  if (status === 'running' && counts.CREATED + counts.ACTIVE === 0 && counts.IN_QA > 0) return <>In review</>;
  return <>{BATCH_STATUSES[status]}</>;
};
