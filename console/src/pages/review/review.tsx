import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { Empty } from '../../parts/empty.tsx';
import { Heading } from '../../parts/heading.tsx';
import { ErrorNotice } from '../../parts/notice.tsx';
import { rejectCodesQuery } from '../../review/reject-codes.ts';
import { ReviewDesk } from '../../review/review-desk.tsx';
import { useQueueLength } from '../../review/use-queue-length.ts';
import { type QueueFilter, useReviewDesk } from '../../review/use-review-desk.ts';
import { mayReview } from '../../session/rights.ts';
import { useSignedIn } from '../../session/session.ts';

const route = getRouteApi('/signed-in/review');

/** The review of results: full screen while there is something to decide. */
export const Review = () => {
  const { organization } = useSignedIn();
  const { workflow, batch } = route.useSearch();
  const filter = useMemo(
    (): QueueFilter => ({ ...(workflow && { workflow }), ...(batch && { batch }) }),
    [workflow, batch],
  );
  if (!mayReview(organization.role))
    return (
      <div className="page">
        <Heading>Review</Heading>
        <Empty title="You cannot review results">
          Ask an owner or admin of {organization.name} for the role of a reviewer.
        </Empty>
      </div>
    );
  // A change of the filter starts a new sitting and gives up the results that were claimed in the old one.
  return <Sitting key={`${workflow} ${batch}`} filter={filter} />;
};

const Sitting = ({ filter }: { filter: QueueFilter }) => {
  const organization = useSignedIn().organization.id;
  const queue = useQueueLength(organization);
  const review = useReviewDesk(organization, filter, queue?.unclaimed ?? queue?.length);
  const { data: codes } = useQuery(rejectCodesQuery(organization));
  const navigate = useNavigate();
  const [isClosed, setClosed] = useState(false);
  const close = () => {
    setClosed(true);
    navigate({ to: '/executions', search: { status: ['IN_QA'] } });
  };
  const { desk, isLoading, problem, claim } = review;
  if (desk.items.length > 0 && !isClosed)
    return <ReviewDesk review={review} length={queue?.length} codes={codes?.entries ?? []} onClose={close} />;
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <div className="page">
      <Heading>Review</Heading>
      <ErrorNotice error={problem} retry={claim} />
      {isLoading ? (
        <span className="skeleton line" aria-hidden="true" />
      ) : problem ? null : (
        <Empty title={queue?.length ? 'No result is available to you' : 'Nothing to review'}>
          {queue?.length
            ? 'Other reviewers have claimed the waiting results, or the filter hides them. This page updates automatically.'
            : 'Results that wait for a decision appear here automatically.'}
          <div className="actions">
            {isFiltered && (
              <Link to="/review" className="button">
                Review everything
              </Link>
            )}
            <Link to="/executions" className="button">
              Executions
            </Link>
          </div>
        </Empty>
      )}
    </div>
  );
};
