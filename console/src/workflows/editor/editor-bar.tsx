import { Content, Item, Portal, Root, Trigger } from '@radix-ui/react-dropdown-menu';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { credits, wholeSeconds } from '../../format.ts';
import { showToast } from '../../frame/toasts.tsx';
import { draftFromJson, draftToJson } from '../draft-json.ts';
import { ESTIMATED_COUNT } from '../workflows.ts';
import { Icon } from './icon.tsx';
import type { Editor } from './use-editor.ts';

type Props = { editor: Editor; id: string | null; isSaving: boolean; onSave: () => void };

/** The header of the editor: name, price and time, undo and redo, import and export, save. */
export const EditorBar = ({ editor, id, isSaving, onSave }: Props) => {
  const { draft, change, mayEdit, problem, isChanged } = editor;
  const file = useRef<HTMLInputElement>(null);
  const take = async (chosen: File | undefined) => {
    if (!chosen) return;
    try {
      change(draftFromJson(await chosen.text()));
      showToast(`${chosen.name} is imported.`, { run: editor.undo });
    } catch (error) {
      showToast(`${chosen.name} cannot be imported. ${error instanceof Error ? error.message : ''}`);
    }
  };
  return (
    <header className="editor-bar">
      <Link to="/workflows" className="button quiet">
        Workflows
      </Link>
      <span aria-hidden="true">/</span>
      <div className="editor-name">
        <input
          className="input"
          aria-label="Name"
          placeholder="Name of the workflow"
          value={draft.name}
          maxLength={200}
          disabled={!mayEdit}
          aria-invalid={problem?.field === 'name'}
          onChange={({ target }) => change({ ...draft, name: target.value }, 'name')}
        />
      </div>
      <Estimate editor={editor} />
      <div className="editor-actions">
        <button
          type="button"
          className="button quiet icon-button"
          aria-label="Undo"
          title="Undo (Ctrl+Z)"
          disabled={!editor.canUndo}
          onClick={editor.undo}
        >
          <Icon name="undo" />
        </button>
        <button
          type="button"
          className="button quiet icon-button"
          aria-label="Redo"
          title="Redo (Ctrl+Shift+Z)"
          disabled={!editor.canRedo}
          onClick={editor.redo}
        >
          <Icon name="redo" />
        </button>
        <Root modal={false}>
          <Trigger className="button quiet icon-button" aria-label="More actions">
            ⋯
          </Trigger>
          <Portal>
            <Content className="menu row-menu" align="end" sideOffset={4} collisionPadding={12}>
              {mayEdit && (
                <Item className="menu-item" onSelect={() => file.current?.click()}>
                  Import JSON
                </Item>
              )}
              <Item className="menu-item" onSelect={() => download(draft.name, draftToJson(draft))}>
                Export JSON
              </Item>
              {isChanged && id !== null && (
                <Item className="menu-item" onSelect={editor.discard}>
                  Discard changes
                </Item>
              )}
            </Content>
          </Portal>
        </Root>
        <input
          ref={file}
          type="file"
          className="hidden"
          tabIndex={-1}
          aria-label="Import a workflow from a JSON file"
          accept=".json,application/json"
          onChange={({ target }) => {
            void take(target.files?.[0]);
            target.value = '';
          }}
        />
        {id !== null && (
          <Link to="/workflows/$id/versions" params={{ id }} className="button">
            Versions
          </Link>
        )}
        {mayEdit && (
          <button
            type="button"
            className="button primary"
            title="Save (Ctrl+S)"
            disabled={isSaving || (!isChanged && id !== null)}
            onClick={onSave}
          >
            {isSaving ? 'Saving' : 'Save'}
          </button>
        )}
      </div>
    </header>
  );
};

const Estimate = ({ editor: { draft, estimate, problem } }: { editor: Editor }) => {
  const { data } = estimate;
  if (!data || problem) return <p className="editor-estimate" />;
  const price = draft.executionPrice ?? data.credits / ESTIMATED_COUNT;
  const { seconds } = data;
  const words = seconds !== null && wholeSeconds(seconds);
  const time = words ? `, about ${words} for ${ESTIMATED_COUNT}` : '';
  return (
    <p
      className="editor-estimate"
      title={`${credits(price * ESTIMATED_COUNT)} for ${ESTIMATED_COUNT} images`}
    >
      {credits(price)} an image{time}
    </p>
  );
};

const download = (name: string, text: string): void => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = `${
    name
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .replaceAll(/^-|-$/g, '') || 'workflow'
  }.json`;
  link.click();
  URL.revokeObjectURL(link.href);
};
