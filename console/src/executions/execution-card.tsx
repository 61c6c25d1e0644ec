import { Link } from '@tanstack/react-router';
import type { Execution } from 'darkroom-client';
import { RelativeTime } from '../parts/relative-time.tsx';
import { StatusBadge } from '../parts/status-badge.tsx';
import type { Filter } from './list/filter/filter.ts';
import { Thumbnail } from './thumbnail.tsx';

type Props = {
  execution: Execution;
  /** The filter of the list that has the card. The page of the execution takes Previous and Next from that list. */
  filter?: Filter;
};

/** An execution with a thumbnail of its result, or of its original until there is a result. */
export const ExecutionCard = ({ execution, filter = {} }: Props) => {
  const { id, inputFileName } = execution;
  return (
    <Link to="/execution/$id" params={{ id }} search={filter} className="frame-link">
      <Thumbnail execution={execution} place="card" />
      <span className="frame-text">
        <span className="name">{inputFileName}</span>
        <span className="row">
          <span className="cut">{execution.workflowName}</span>
        </span>
        <span className="row">
          <StatusBadge status={execution.status} />
          <RelativeTime at={execution.createdAt} />
        </span>
      </span>
    </Link>
  );
};

export const ExecutionCardSkeleton = () => (
  <div className="frame-link" aria-hidden="true">
    <span className="thumbnail skeleton" />
    <span className="frame-text">
      <span className="skeleton line" />
      <span className="row">
        <span className="skeleton line" />
      </span>
      <span className="row">
        <span className="skeleton line" />
      </span>
    </span>
  </div>
);
