import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Workflow } from 'darkroom-client';
import { api, queries } from '../../api.ts';
import { showToast } from '../../frame/toasts.tsx';
import { forgetDraft } from '../draft-store.ts';
import type { Editor } from './use-editor.ts';

/** Someone else saved a version since this draft was begun. */
export class NewerVersion extends Error {
  readonly workflow: Workflow;

  constructor(workflow: Workflow) {
    super(`${workflow.author.name} saved a newer version.`);
    this.workflow = workflow;
  }
}

/**
 * Saves the draft as a new workflow, or as a new version. `over` also saves over a version that someone else made
 * meanwhile.
 */
export const useSave = (editor: Editor, id: string | null) => {
  const navigate = useNavigate();
  const { organization, draft, base, storedAs } = editor;
  return useMutation({
    mutationFn: async ({ over }: { over: boolean }) => {
      const query = { organization };
      if (id === null) return api.post('/v1/workflow', { query, body: draft });
      if (!over) {
        const latest = await api.get('/v1/workflow/{id}', { path: { id }, query });
        if (latest.version !== base.version) throw new NewerVersion(latest);
      }
      return api.put('/v1/workflow/{id}', { path: { id }, query, body: draft });
    },
    onSuccess: async (saved) => {
      forgetDraft(organization, storedAs);
      editor.markSaved(draft, saved.version);
      for (const key of ['workflows', 'versions'])
        queries.invalidateQueries({ queryKey: [key, organization] });
      showToast(id === null ? `${saved.name} is saved.` : `${saved.name} is saved as a new version.`);
      if (id === null)
        await navigate({
          to: '/workflows/$id',
          params: { id: saved.id },
          search: { step: editor.selected },
          replace: true,
        });
    },
  });
};
