import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { type Execution, Refused } from 'darkroom-client';
import { useEffect } from 'react';
import { queries } from '../../api.ts';
import { batchNamesQuery } from '../../batches/batches.ts';
import { Download } from '../../executions/download.tsx';
import { ExecutionActions } from '../../executions/execution-actions.tsx';
import { ExecutionFacts } from '../../executions/execution-facts.tsx';
import { ExecutionMenu } from '../../executions/execution-menu.tsx';
import { ExecutionStage } from '../../executions/execution-stage.tsx';
import { useExecution } from '../../executions/executions.ts';
import { isNarrowed } from '../../executions/list/filter/filter.ts';
import { isTyping } from '../../executions/list/list-keys.ts';
import { useNeighbours } from '../../executions/neighbours.ts';
import { Waterfall } from '../../executions/waterfall.tsx';
import { Heading } from '../../parts/heading.tsx';
import { ErrorNotice, Notice } from '../../parts/notice.tsx';
import { IN_REVIEW, StatusBadge } from '../../parts/status-badge.tsx';
import { useSignedIn } from '../../session/session.ts';
import { useComponentTitles } from '../../workflows/component-titles.ts';

const route = getRouteApi('/signed-in/execution/$id');

export const ExecutionPage = () => {
  const { id } = route.useParams();
  const { organization } = useSignedIn();
  const { data: execution, error, refetch } = useExecution(organization.id, id);
  const refresh = () => {
    queries.invalidateQueries({ queryKey: ['execution', organization.id, id] });
    queries.invalidateQueries({ queryKey: ['executions', organization.id] });
    queries.invalidateQueries({ queryKey: ['balance', organization.id] });
  };
  const act = useMutation({ mutationFn: (action: () => Promise<unknown>) => action(), onSettled: refresh });
  if (error instanceof Refused && error.status === 404) return <NotThere />;
  return (
    <div className="page execution-page">
      <Crumbs execution={execution} />
      <div className="page-head">
        <div>
          <Heading>{execution?.inputFileName ?? 'Execution'}</Heading>
          <p aria-live="polite">{execution ? <StatusBadge status={execution.status} /> : ' '}</p>
        </div>
        <div className="actions">
          {execution && <ExecutionActions execution={execution} act={act} refresh={refresh} />}
          {execution?.status === 'COMPLETED' && <Download execution={execution} />}
          {execution && <ExecutionMenu execution={execution} />}
        </div>
      </div>
      <ErrorNotice error={error} retry={() => refetch()} />
      <ErrorNotice error={act.error} />
      {execution && <StatusNotice execution={execution} />}
      <section className="execution-layout" aria-label="Images and details">
        {execution ? <ExecutionStage execution={execution} /> : <div className="stage-frame" />}
        <div className="execution-side">
          {(execution || !error) && <ExecutionFacts execution={execution} />}
        </div>
      </section>
      {execution?.finishedAt && <Waterfall key={id} execution={execution} />}
    </div>
  );
};

/** Links to the list, and to the executions before and after this one in it. */
const Crumbs = ({ execution }: { execution: Execution | undefined }) => {
  const filter = route.useSearch();
  const navigate = useNavigate();
  const { previous, next } = useNeighbours(execution, filter);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isTyping(event)) return;
      const to = { j: next, k: previous }[event.key.toLowerCase()];
      if (to) navigate({ to: '/execution/$id', params: { id: to }, search: filter, replace: true });
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [previous, next, filter, navigate]);
  return (
    <nav className="crumbs" aria-label="Breadcrumb">
      <Link to="/executions" search={filter}>
        {isNarrowed(filter) ? 'Executions (filtered)' : 'Executions'}
      </Link>
      {execution && <BatchCrumb execution={execution} />}
      <span className="neighbours">
        <NeighbourLink id={previous} words="Previous" />
        <NeighbourLink id={next} words="Next" />
      </span>
    </nav>
  );
};

/**
 * Links to the batch of an execution. A batch that exists only as a name in labels has no page: then the link leads
 * to the list of executions with that name.
 */
const BatchCrumb = ({ execution: { labels, organizationId } }: { execution: Execution }) => {
  const { service_batch_id: id, service_batch_name: name } = labels;
  const { data: names } = useQuery({ ...batchNamesQuery(organizationId), enabled: id !== undefined });
  const words = (id && names?.get(id)) || name;
  if (!words) return null;
  return (
    <>
      <span aria-hidden="true">/</span>
      {id && names?.has(id) ? (
        <Link to="/batches/$id" params={{ id }} className="cut">
          {words}
        </Link>
      ) : (
        <Link to="/executions" search={{ batchName: words }} className="cut">
          {words}
        </Link>
      )}
    </>
  );
};

const NeighbourLink = ({ id, words }: { id: string | undefined; words: string }) => {
  const filter = route.useSearch();
  return id ? (
    <Link
      to="/execution/$id"
      params={{ id }}
      search={filter}
      replace
      className="button quiet compact"
      title={`${words} (${words === 'Next' ? 'J' : 'K'})`}
    >
      {words}
    </Link>
  ) : (
    <button type="button" className="button quiet compact" disabled>
      {words}
    </button>
  );
};

const NotThere = () => (
  <div className="page">
    <Heading>Execution not found</Heading>
    <p>
      It may belong to another organization. Switch organizations in the menu at the bottom left, or return to
      the list.
    </p>
    <div className="actions">
      <Link to="/executions" className="button">
        Newest executions
      </Link>
    </div>
  </div>
);

const StatusNotice = ({ execution: { status, error } }: { execution: Execution }) => {
  const titleOf = useComponentTitles();
  if (error)
    return (
      <div className="notice danger" role="alert">
        {error.message}
        {error.component ? ` (${titleOf(error.component)})` : ''}
      </div>
    );
  if (status === 'IN_QA') return <Notice kind="accent">{IN_REVIEW}</Notice>;
  return null;
};
