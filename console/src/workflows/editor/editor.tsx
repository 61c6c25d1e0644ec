import { List, Root, Content as TabContent, Trigger } from '@radix-ui/react-tabs';
import { useState } from 'react';
import { imageUrl } from '../../executions/executions.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Heading } from '../../parts/heading.tsx';
import { ErrorNotice } from '../../parts/notice.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { mayManage } from '../../session/rights.ts';
import { useSignedIn } from '../../session/session.ts';
import type { Component } from '../draft.ts';
import type { StoredDraft } from '../draft-store.ts';
import { useInputSamples, useSamples } from '../samples.ts';
import { EditorBar } from './editor-bar.tsx';
import { JsonView } from './json-view.tsx';
import { PreviewPane } from './preview-pane.tsx';
import { StepForm } from './step-form.tsx';
import { StepList } from './step-list.tsx';
import { useEditor } from './use-editor.ts';
import { NewerVersion, useSave } from './use-save.ts';
import { useShortcuts } from './use-shortcuts.ts';
import { WorkflowForm } from './workflow-form.tsx';
import './editor.css';
import './samples.css';
import './steps.css';
import '../fields/fields.css';
import '../fields/composed-fields.css';

type Props = {
  /** The workflow that is edited; null for a new one. */
  id: string | null;
  storedAs: string;
  saved: StoredDraft;
  /** The step to select first; the last one by default. */
  step?: string;
  components: readonly Component[];
};

/**
 * The workflow editor: steps on the left, the live preview in the middle, and the form of the selected step on the
 * right.
 */
export const Editor = ({ id, storedAs, saved, step, components }: Props) => {
  const { organization } = useSignedIn();
  const mayEdit = mayManage(organization.role);
  const editor = useEditor({ organization: organization.id, storedAs, saved, step, components, mayEdit });
  const save = useSave(editor, id);
  const samples = useSamples(organization.id);
  const inputSamples = useInputSamples(organization.id, storedAs);
  const [tab, setTab] = useState('step');
  const [sample] = samples.samples;
  const photo = sample && imageUrl(organization.id, sample.hash, sample.name, 640);
  const newer = save.error instanceof NewerVersion ? save.error.workflow : null;
  const onSave = () =>
    save.mutate(
      { over: false },
      {
        // A mistake is shown at its field: open the form that has the field.
        onError: () => {
          const { problem } = editor;
          if (problem) setTab(problem.step ? 'step' : 'workflow');
          if (problem?.step) editor.select(problem.step);
        },
      },
    );
  useShortcuts({
    undo: editor.undo,
    redo: editor.redo,
    save: () => mayEdit && (editor.isChanged || id === null) && !save.isPending && onSave(),
  });
  return (
    <div className="editor">
      <div className="hidden">
        <Heading>{id === null ? 'New workflow' : editor.draft.name || 'Workflow'}</Heading>
      </div>
      <EditorBar editor={editor} id={id} isSaving={save.isPending} onSave={onSave} />
      <div className="editor-notices">
        {editor.wasRestored && editor.isChanged && (
          <div className="notice accent" role="status">
            <span>Your unsaved changes are back.</span>
            <button type="button" className="button" onClick={editor.discard}>
              Discard them
            </button>
          </div>
        )}
        {!mayEdit && (
          <div className="notice" role="status">
            Owners and admins can change workflows.
          </div>
        )}
        {!newer && <ErrorNotice error={save.error} />}
      </div>
      <div className="editor-body">
        <StepList editor={editor} />
        <PreviewPane editor={editor} samples={samples} inputSamples={inputSamples} />
        <Root className="editor-side" value={tab} onValueChange={setTab}>
          <List className="editor-tabs" aria-label="What to edit">
            <Trigger value="step">Step</Trigger>
            <Trigger value="workflow">Workflow</Trigger>
            <Trigger value="json">JSON</Trigger>
          </List>
          <TabContent value="step" tabIndex={-1}>
            <StepForm editor={editor} photo={photo} />
          </TabContent>
          <TabContent value="workflow" tabIndex={-1}>
            <WorkflowForm editor={editor} inputSamples={inputSamples} />
          </TabContent>
          <TabContent value="json" tabIndex={-1} className="fill">
            <JsonView editor={editor} />
          </TabContent>
        </Root>
      </div>
      <Dialog
        open={newer !== null}
        onClose={() => save.reset()}
        title="There is a newer version"
        description={
          newer && (
            <>
              {newer.author.name} saved a version <RelativeTime at={newer.date} />, after you began. Both
              versions stay in the history, and the last one runs.
            </>
          )
        }
      >
        <div className="actions end">
          <button type="button" className="button" onClick={() => save.reset()}>
            Go back
          </button>
          <button type="button" className="button primary" onClick={() => save.mutate({ over: true })}>
            Save mine as the latest
          </button>
        </div>
      </Dialog>
    </div>
  );
};
