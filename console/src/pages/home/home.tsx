import './home.css';
import { useQuery } from '@tanstack/react-query';
import { balanceQuery } from '../../executions/executions.ts';
import { NewestExecutions } from '../../executions/newest-executions.tsx';
import { credits } from '../../format.ts';
import { Heading } from '../../parts/heading.tsx';
import { mayRun } from '../../session/rights.ts';
import { useSignedIn } from '../../session/session.ts';
import { RunArea } from '../../upload/run-area.tsx';
import { UploadNotice, useOpenUploads } from '../../upload/upload-notice.tsx';
import { Attention, attentionQuery } from './attention.tsx';
import { Checklist, useChecklist } from './checklist.tsx';
import { TodaysBatches, todaysBatchesQuery } from './todays-batches.tsx';

export const Home = () => {
  const { organization } = useSignedIn();
  const { data: balance } = useQuery(balanceQuery(organization.id));
  const uploads = useOpenUploads(organization.id);
  const checklist = useChecklist();
  const attention = useQuery(attentionQuery(organization.id));
  const batches = useQuery(todaysBatchesQuery(organization.id));
  // The lower sections wait until the height of the upper ones is known, so that nothing moves while the page loads.
  const isLoaded = !checklist.isPending && !attention.isPending && !batches.isPending;
  return (
    <div className="page">
      <div className="page-head">
        <Heading>{organization.name}</Heading>
        <p>{balance === undefined ? ' ' : `Balance: ${credits(balance)}`}</p>
      </div>
      {mayRun(organization.role) && <RunArea />}
      {uploads.map((state) => (
        <UploadNotice key={state.record.batch} state={state} named />
      ))}
      {isLoaded && (
        <>
          <Checklist {...checklist} />
          <Attention counts={attention.data} />
          <TodaysBatches batches={batches.data} />
          <NewestExecutions />
        </>
      )}
    </div>
  );
};
