import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { Workflow } from 'darkroom-client';
import { api, errorMessage, queries } from '../../api.ts';
import { showToast } from '../../frame/toasts.tsx';
import { Heading } from '../../parts/heading.tsx';
import { ErrorNotice } from '../../parts/notice.tsx';
import { mayManage, mayPreview } from '../../session/rights.ts';
import { useSignedIn } from '../../session/session.ts';
import { ContactSheet } from '../../workflows/versions/contact-sheet.tsx';
import { VersionDiff } from '../../workflows/versions/version-diff.tsx';
import { VersionList } from '../../workflows/versions/version-list.tsx';
import { componentsQuery, diffQuery, versionsQuery } from '../../workflows/workflows.ts';
import '../../workflows/versions/contact-sheet.css';
import '../../workflows/versions/versions.css';
import '../../workflows/editor/samples.css';

/** The history of a workflow: who changed what and when, two versions compared on the samples, and restoring. */
export const Versions = () => {
  const { id } = useParams({ from: '/signed-in/workflows/$id/versions' });
  const search = useSearch({ from: '/signed-in/workflows/$id/versions' });
  const navigate = useNavigate({ from: '/workflows/$id/versions' });
  const { organization } = useSignedIn();
  const history = useQuery(versionsQuery(organization.id, id));
  const components = useQuery(componentsQuery(organization.id));
  const versions = history.data?.entries ?? [];
  const find = (version: string | undefined) => versions.find((one) => one.version === version);
  const after = find(search.to) ?? versions[0];
  const before = find(search.from) ?? versions[1] ?? after;
  const diff = useQuery({
    ...diffQuery(organization.id, id, { from: before?.version ?? '', to: after?.version ?? '' }),
    enabled: before !== undefined && before !== after,
  });

  const restore = async (version: string): Promise<boolean> => {
    try {
      await api.post('/v1/workflow/{id}/versions/{version}/restore', {
        path: { id, version },
        query: { organization: organization.id },
      });
    } catch (error) {
      showToast(errorMessage(error));
      return false;
    }
    for (const key of ['versions', 'workflows'])
      queries.invalidateQueries({ queryKey: [key, organization.id] });
    await navigate({ search: {}, replace: true });
    return true;
  };
  const onRestore = async (version: Workflow, number: number) => {
    const latest = versions[0];
    if (await restore(version.version))
      showToast(`Version ${number} is restored as the latest version.`, {
        run: () => void (latest && restore(latest.version)),
      });
  };
  const name = versions[0]?.name;
  return (
    <div className="page">
      <div className="page-head one-line">
        <div className="version-crumbs">
          <Link to="/workflows">Workflows</Link>
          <span aria-hidden="true">/</span>
          <Link to="/workflows/$id" params={{ id }} className="cut">
            {name ?? 'Workflow'}
          </Link>
        </div>
      </div>
      <Heading>{name ? `Versions of ${name}` : 'Versions'}</Heading>
      <ErrorNotice error={history.error ?? diff.error} retry={() => history.refetch()} />
      <div className="versions-page">
        {before && after ? (
          <VersionList
            versions={versions}
            from={before.version}
            to={after.version}
            onChoose={(side, version) =>
              navigate({
                search: { from: before.version, to: after.version, [side]: version },
                replace: true,
              })
            }
            onRestore={mayManage(organization.role) ? onRestore : undefined}
          />
        ) : (
          !history.error && <span className="skeleton line" />
        )}
        <div className="versions-compared">
          {before && after && before !== after && (
            <section className="section" aria-labelledby="changes">
              <h2 id="changes">
                From version {versions.length - versions.indexOf(before)} to version{' '}
                {versions.length - versions.indexOf(after)}
              </h2>
              {diff.data ? (
                <VersionDiff after={after} diff={diff.data} components={components.data?.entries ?? []} />
              ) : (
                <span className="skeleton line" />
              )}
            </section>
          )}
          {versions.length === 1 && <p className="sub">There is one version so far. Each save adds one.</p>}
          {before && after && before !== after && mayPreview(organization.role) && (
            <ContactSheet organization={organization.id} before={before} after={after} />
          )}
        </div>
      </div>
    </div>
  );
};
