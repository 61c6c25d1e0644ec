import { useMutation } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type Execution, Refused } from 'darkroom-client';
import { queries } from '../../api.ts';
import { Download } from '../../executions/download.tsx';
import { ExecutionActions } from '../../executions/execution-actions.tsx';
import { ExecutionFacts } from '../../executions/execution-facts.tsx';
import { ExecutionSteps } from '../../executions/execution-steps.tsx';
import { imageFor, useExecution } from '../../executions/executions.ts';
import { Compare, CompareSwitch, useCompareView } from '../../parts/compare.tsx';
import { Heading } from '../../parts/heading.tsx';
import { ErrorNotice, Notice } from '../../parts/notice.tsx';
import { Picture } from '../../parts/picture.tsx';
import { IN_REVIEW, StatusBadge } from '../../parts/status-badge.tsx';
import { useSignedIn } from '../../session/session.ts';

const route = getRouteApi('/signed-in/execution/$id');

export const ExecutionPage = () => {
  const { id } = route.useParams();
  const { organization } = useSignedIn();
  const { data: execution, error, refetch } = useExecution(organization.id, id);
  const refresh = () => {
    queries.invalidateQueries({ queryKey: ['execution', organization.id, id] });
    queries.invalidateQueries({ queryKey: ['balance', organization.id] });
  };
  const act = useMutation({ mutationFn: (action: () => Promise<unknown>) => action(), onSettled: refresh });
  if (error instanceof Refused && error.status === 404)
    return (
      <div className="page">
        <Heading>Execution not found</Heading>
        <p>
          It may belong to another organization. Switch organizations in the menu at the top right, or return
          to the list.
        </p>
        <div className="actions">
          <Link to="/" className="button">
            Newest executions
          </Link>
        </div>
      </div>
    );
  return (
    <div className="page">
      <div className="page-head">
        <div>
          <Heading>{execution?.inputFileName ?? 'Execution'}</Heading>
          <p aria-live="polite">{execution ? <StatusBadge status={execution.status} /> : ' '}</p>
        </div>
        <div className="actions">
          {execution && <ExecutionActions execution={execution} act={act} refresh={refresh} />}
          {execution?.status === 'COMPLETED' && <Download execution={execution} />}
        </div>
      </div>
      <ErrorNotice error={error} retry={() => refetch()} />
      <ErrorNotice error={act.error} />
      {execution && <StatusNotice execution={execution} />}
      <Stage execution={execution} />
      {execution?.finishedAt && <ExecutionSteps execution={execution} />}
    </div>
  );
};

const StatusNotice = ({ execution: { status, error } }: { execution: Execution }) => {
  if (error)
    return (
      <div className="notice danger" role="alert">
        {error.message}
        {error.component ? ` (${error.component})` : ''}
      </div>
    );
  if (status === 'IN_QA') return <Notice kind="accent">{IN_REVIEW}</Notice>;
  return null;
};

const Stage = ({ execution }: { execution: Execution | undefined }) => {
  const [view, setView] = useCompareView();
  const isOpen = execution?.status === 'CREATED' || execution?.status === 'ACTIVE';
  return (
    <section className="stage tall" aria-label="Images and details">
      <div className="stage-picture">
        {execution && <Images execution={execution} view={view} />}
        {isOpen && <div className="developing" />}
      </div>
      <div className="stage-side">
        {execution?.resultContentHash && <CompareSwitch view={view} onChange={setView} />}
        <ExecutionFacts execution={execution} />
      </div>
    </section>
  );
};

const Images = ({
  execution,
  view,
}: {
  execution: Execution;
  view: ReturnType<typeof useCompareView>[0];
}) => {
  const { organizationId, inputContentHash, inputFileName, resultContentHash, resultFileName } = execution;
  const original = imageFor('stage', organizationId, inputContentHash, inputFileName);
  if (!resultContentHash)
    return (
      <div className="solo">
        <Picture {...original} alt={`Original ${inputFileName}`} />
        <span className="tag left">Original</span>
      </div>
    );
  const result = imageFor('stage', organizationId, resultContentHash, resultFileName ?? 'result');
  return <Compare view={view} name={inputFileName} original={original} result={result} />;
};
