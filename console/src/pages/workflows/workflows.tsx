import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { workflowsQuery } from '../../executions/executions.ts';
import { Empty } from '../../parts/empty.tsx';
import { Heading } from '../../parts/heading.tsx';
import { ErrorNotice } from '../../parts/notice.tsx';
import { mayManage } from '../../session/rights.ts';
import { useSignedIn } from '../../session/session.ts';
import { TemplateGallery } from '../../workflows/list/template-gallery.tsx';
import { WorkflowTable } from '../../workflows/list/workflow-table.tsx';
import { weekQuery } from '../../workflows/workflows.ts';
import '../../workflows/list/list.css';

/** The workflows of the organization with what they cost and how they run, and the templates to start from. */
export const Workflows = () => {
  const { organization } = useSignedIn();
  const isManager = mayManage(organization.role);
  const { search = '', sort = 'changed' } = useSearch({ from: '/signed-in/workflows' });
  const navigate = useNavigate({ from: '/workflows' });
  const workflows = useQuery(workflowsQuery(organization.id));
  const week = useQuery({ ...weekQuery(organization.id), enabled: isManager });
  const all = workflows.data?.entries;
  const shown = all?.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()));
  return (
    <div className="page">
      <div className="page-head one-line">
        <Heading>Workflows</Heading>
        {isManager && (
          <Link to="/workflows/new" className="button primary">
            New workflow
          </Link>
        )}
      </div>
      <section className="section" aria-label="Your workflows">
        <div className="workflow-filter">
          <input
            type="search"
            className="input"
            placeholder="Find a workflow"
            aria-label="Find a workflow"
            value={search}
            onChange={({ target }) =>
              navigate({
                search: (previous) => ({ ...previous, search: target.value || undefined }),
                replace: true,
              })
            }
          />
          {all && (
            <span className="hint" role="status">
              {shown?.length === all.length ? all.length : `${shown?.length} of ${all.length}`}{' '}
              {all.length === 1 ? 'workflow' : 'workflows'}
            </span>
          )}
        </div>
        <ErrorNotice error={workflows.error} retry={() => workflows.refetch()} />
        {all?.length === 0 ? (
          <div className="card flush">
            <Empty title="No workflows yet">
              {isManager
                ? 'Start with a template below, or create one.'
                : 'An owner or admin can create one.'}
            </Empty>
          </div>
        ) : shown?.length === 0 ? (
          <div className="card flush">
            <Empty title="No workflow has this name">Change the text above.</Empty>
          </div>
        ) : (
          !workflows.error && (
            <WorkflowTable
              workflows={shown}
              week={isManager ? week.data : undefined}
              sort={sort}
              onSort={(next) =>
                navigate({ search: (previous) => ({ ...previous, sort: next }), replace: true })
              }
            />
          )
        )}
      </section>
      {/* The gallery appears after the list above, so that the gallery does not move while the page loads. */}
      {isManager && !workflows.isPending && <TemplateGallery />}
    </div>
  );
};
