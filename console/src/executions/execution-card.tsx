import { Link } from '@tanstack/react-router';
import type { Execution } from 'darkroom-client';
import { Moment } from '../parts/moment.tsx';
import { Picture } from '../parts/picture.tsx';
import { StatusBadge } from '../parts/status-badge.tsx';
import { pictureFor } from './executions.ts';

/** One frame of the contact sheet: the result when there is one, the original until then. */
export const ExecutionCard = ({ execution }: { execution: Execution }) => {
  const { id, organizationId, inputFileName, resultContentHash, resultFileName } = execution;
  const picture = resultContentHash
    ? pictureFor('card', organizationId, resultContentHash, resultFileName ?? 'result')
    : pictureFor('card', organizationId, execution.inputContentHash, inputFileName);
  return (
    <Link to="/execution/$id" params={{ id }} className="frame-link">
      <span className="thumbnail">
        <Picture {...picture} alt="" thumbnail />
      </span>
      <span className="frame-text">
        <span className="name">{inputFileName}</span>
        <span className="row">
          <span className="cut">{execution.workflowName}</span>
        </span>
        <span className="row">
          <StatusBadge status={execution.status} />
          <Moment at={execution.createdAt} />
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
