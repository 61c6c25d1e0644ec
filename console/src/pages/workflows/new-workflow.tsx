import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { Heading } from '../../parts/heading.tsx';
import { ErrorNotice } from '../../parts/notice.tsx';
import { useSignedIn } from '../../session/session.ts';
import { EMPTY_DRAFT } from '../../workflows/draft.ts';
import { Editor } from '../../workflows/editor/editor.tsx';
import { savedDraftQuery } from '../../workflows/editor/saved-draft.ts';
import { findTemplate } from '../../workflows/templates/templates.ts';
import { componentsQuery } from '../../workflows/workflows.ts';

/** The editor with a new workflow: empty, from a template, or a copy of another workflow. */
export const NewWorkflow = () => {
  const { template, copy } = useSearch({ from: '/signed-in/workflows/new' });
  const organization = useSignedIn().organization.id;
  const components = useQuery(componentsQuery(organization));
  const original = useQuery({ ...savedDraftQuery(organization, copy ?? ''), enabled: copy !== undefined });
  const error = components.error ?? original.error;
  if (error || !components.data || (copy && !original.data))
    return (
      <div className="page">
        <Heading>New workflow</Heading>
        {error ? <ErrorNotice error={error} /> : <span className="skeleton line" />}
      </div>
    );
  const draft = original.data
    ? { ...original.data.draft, name: `Copy of ${original.data.draft.name}`.slice(0, 200) }
    : (findTemplate(template)?.draft ?? EMPTY_DRAFT);
  const storedAs = copy ? `copy-${copy}` : template ? `template-${template}` : 'new';
  return (
    <Editor
      key={storedAs}
      id={null}
      storedAs={storedAs}
      saved={{ draft, version: null }}
      components={components.data.entries}
    />
  );
};
