import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { Heading } from '../../parts/heading.tsx';
import { ErrorNotice } from '../../parts/notice.tsx';
import { useSignedIn } from '../../session/session.ts';
import { Editor } from '../../workflows/editor/editor.tsx';
import { savedDraftQuery } from '../../workflows/editor/saved-draft.ts';
import { componentsQuery } from '../../workflows/workflows.ts';

/** The editor with a saved workflow. */
export const WorkflowPage = () => {
  const { id } = useParams({ from: '/signed-in/workflows/$id' });
  const organization = useSignedIn().organization.id;
  const components = useQuery(componentsQuery(organization));
  const saved = useQuery(savedDraftQuery(organization, id));
  const { step } = useSearch({ from: '/signed-in/workflows/$id' });
  const problem = components.error ?? saved.error;
  if (problem || !components.data || !saved.data)
    return (
      <div className="page">
        <Heading>Workflow</Heading>
        {problem ? <ErrorNotice error={problem} /> : <span className="skeleton line" />}
      </div>
    );
  return (
    <Editor
      key={id}
      id={id}
      storedAs={id}
      saved={saved.data}
      step={step}
      components={components.data.entries}
    />
  );
};
