import { useId, useState } from 'react';
import { isSameDraft } from '../draft.ts';
import { draftFromJson, draftToJson } from '../draft-json.ts';
import type { Editor } from './use-editor.ts';

/** The workflow as JSON. Typing here changes the steps, and a change of the steps changes this text. */
export const JsonView = ({ editor }: { editor: Editor }) => {
  const { draft, change, mayEdit, problem } = editor;
  const id = useId();
  // The text while it is typed: it may not be JSON yet, and the user's own spacing stays.
  const [typed, setTyped] = useState<{ text: string; error: string | null } | null>(null);
  const [of, setOf] = useState(draft);
  // A change from elsewhere, such as undo, replaces what was typed.
  if (of !== draft) {
    setOf(draft);
    setTyped((previous) => (previous && isWritten(previous.text, editor) ? previous : null));
  }
  const take = (text: string) => {
    try {
      const next = draftFromJson(text);
      setTyped({ text, error: null });
      if (!isSameDraft(next, draft)) change(next, 'json');
    } catch (error) {
      setTyped({ text, error: error instanceof Error ? error.message : String(error) });
    }
  };
  const wrong = typed?.error ?? problem?.text;
  return (
    <div className="json-view">
      <label htmlFor={id} className="hidden">
        Workflow as JSON
      </label>
      <textarea
        id={id}
        className="textarea mono"
        spellCheck={false}
        readOnly={!mayEdit}
        value={typed?.text ?? draftToJson(draft)}
        aria-invalid={Boolean(wrong)}
        aria-describedby={`${id}-problem`}
        onChange={({ target }) => take(target.value)}
        onBlur={() => typed?.error === null && setTyped(null)}
      />
      <p className="field-problem" id={`${id}-problem`} role="status">
        {wrong}
      </p>
    </div>
  );
};

/** True when the text describes the same workflow as the draft. */
const isWritten = (text: string, { draft }: Editor): boolean => {
  try {
    return isSameDraft(draftFromJson(text), draft);
  } catch {
    return false;
  }
};
