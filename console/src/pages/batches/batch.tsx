import '../../batches/batch.css';
import { Link, useParams } from '@tanstack/react-router';
import { Refused } from 'darkroom-client';
import { BatchActions } from '../../batches/batch-actions.tsx';
import { BatchFailures } from '../../batches/batch-failures.tsx';
import { BatchImages } from '../../batches/batch-images.tsx';
import { BatchSummary } from '../../batches/batch-summary.tsx';
import { BATCH_STATUSES, useBatch } from '../../batches/batches.ts';
import { Empty } from '../../parts/empty.tsx';
import { Heading } from '../../parts/heading.tsx';
import { ErrorNotice } from '../../parts/notice.tsx';
import { useSignedIn } from '../../session/session.ts';
import { UploadNotice, useOpenUploads } from '../../upload/upload-notice.tsx';

/** A batch: its counters, its failures by reason, its images, and the actions on all of them. */
export const BatchPage = () => {
  const { id } = useParams({ from: '/signed-in/batches/$id' });
  const organization = useSignedIn().organization.id;
  const { data: batch, error, refetch } = useBatch(organization, id);
  const upload = useOpenUploads(organization).find(({ record }) => record.batch === id);
  if (error instanceof Refused && error.status === 404 && !batch) return <NoBatch />;
  return (
    <div className="page batch-page">
      <div className="page-head">
        <div className="batch-title">
          <nav aria-label="Breadcrumb" className="batch-crumbs">
            <Link to="/batches">Batches</Link>
          </nav>
          <Heading>{batch ? batch.name || 'Unnamed batch' : 'Batch'}</Heading>
          {batch && (
            <span className="batch-state" data-state={batch.status}>
              {BATCH_STATUSES[batch.status]}
            </span>
          )}
        </div>
        {batch && <BatchActions batch={batch} />}
      </div>
      {!batch && <ErrorNotice error={error} retry={() => refetch()} />}
      {upload && <UploadNotice state={upload} named={false} />}
      {!batch && !error && <div className="card skeleton batch-waiting" aria-busy="true" />}
      {batch && <BatchSummary batch={batch} />}
      {batch && <BatchFailures batch={batch} />}
      {batch && <BatchImages batch={batch} />}
    </div>
  );
};

const NoBatch = () => (
  <div className="page">
    <Heading>Batch not found</Heading>
    <div className="card flush">
      <Empty title="There is no such batch in this organization">
        <Link to="/batches">All batches</Link>
      </Empty>
    </div>
  </div>
);
