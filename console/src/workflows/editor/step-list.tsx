import { useRef, useState } from 'react';
import { summaryOf } from '../controls.ts';
import { duplicateStep, INPUT, moveStep, removeStep, type Step } from '../draft.ts';
import { ComponentPalette } from './component-palette.tsx';
import { Icon, type IconName } from './icon.tsx';
import type { Editor } from './use-editor.ts';
import { useStepDrag } from './use-step-drag.ts';

/** The steps in order. They are moved by dragging, by the arrow buttons, and with Alt and the arrow keys. */
export const StepList = ({ editor }: { editor: Editor }) => {
  const { draft, change, select, selected, mayEdit, componentOf } = editor;
  const steps = draft.workflowComponents;
  const list = useRef<HTMLOListElement>(null);
  const [said, setSaid] = useState('');

  const focusOn = (id: string) => {
    select(id);
    // Set the focus in the next frame, because the list may not have rendered the button yet, or not in its new
    // place.
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-step="${CSS.escape(id)}"]`)?.focus(),
    );
  };
  const move = (step: Step, place: number) => {
    if (place < 0 || place >= steps.length) return;
    change(moveStep(draft, step.id, place));
    setSaid(`${titleOf(step)} is now step ${place + 1} of ${steps.length}.`);
    focusOn(step.id);
  };
  const remove = (step: Step, index: number) => {
    change(removeStep(draft, step.id));
    setSaid(`${titleOf(step)} is removed.`);
    focusOn((steps[index + 1] ?? steps[index - 1])?.id ?? INPUT);
  };
  const titleOf = (step: Step) => componentOf(step.component)?.title ?? step.component;
  const onKeyDown = (event: React.KeyboardEvent, index: number) => {
    const step = steps[index];
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (by !== 0) {
      event.preventDefault();
      if (event.altKey && step && mayEdit) move(step, index + by);
      else if (!event.altKey && index + by >= -1)
        focusOn(index + by === -1 ? INPUT : (steps[index + by]?.id ?? selected));
    }
    if (event.key === 'Delete' && step && mayEdit) remove(step, index);
  };
  return (
    <section className="editor-steps" aria-label="Steps">
      <ol ref={list}>
        <li className={`editor-step ${selected === INPUT ? 'selected' : ''}`}>
          <button
            type="button"
            className="step-open"
            data-step={INPUT}
            aria-current={selected === INPUT ? 'step' : undefined}
            onClick={() => select(INPUT)}
            onKeyDown={(event) => onKeyDown(event, -1)}
          >
            <span className="step-number">0</span>
            <span className="step-text">
              <span className="step-title">Input</span>
              <span className="step-summary">The photo, before any step</span>
            </span>
          </button>
        </li>
        {steps.map((step, index) => (
          <StepItem
            key={step.id}
            editor={editor}
            step={step}
            index={index}
            title={titleOf(step)}
            onKeyDown={(event) => onKeyDown(event, index)}
            onMove={(place) => move(step, place)}
            onRemove={() => remove(step, index)}
            onDuplicate={() => {
              const copy = duplicateStep(draft, step.id);
              change(copy.draft);
              focusOn(copy.id);
            }}
          />
        ))}
      </ol>
      {mayEdit && <ComponentPalette editor={editor} onAdded={focusOn} />}
      <p className="hidden" role="status">
        {said}
      </p>
    </section>
  );
};

type ItemProps = {
  editor: Editor;
  step: Step;
  index: number;
  title: string;
  onKeyDown: (event: React.KeyboardEvent) => void;
  onMove: (place: number) => void;
  onRemove: () => void;
  onDuplicate: () => void;
};

const StepItem = ({ editor, step, index, title, onKeyDown, onMove, onRemove, onDuplicate }: ItemProps) => {
  const { selected, select, problem, mayEdit, componentOf, draft } = editor;
  const isSelected = selected === step.id;
  const isWrong = problem?.step === step.id;
  const drag = useStepDrag(editor, step.id, index);
  const last = draft.workflowComponents.length - 1;
  return (
    <li
      ref={drag.place}
      className={`editor-step ${isSelected ? 'selected' : ''} ${drag.isDragged ? 'dragged' : ''} ${isWrong ? 'wrong' : ''}`}
      data-edge={drag.edge}
    >
      <button
        type="button"
        className="step-open"
        data-step={step.id}
        aria-current={isSelected ? 'step' : undefined}
        aria-keyshortcuts={mayEdit ? 'Alt+ArrowUp Alt+ArrowDown Delete' : undefined}
        onClick={() => select(step.id)}
        onKeyDown={onKeyDown}
      >
        <span className="step-number">{index + 1}</span>
        <span className="step-text">
          <span className="step-title">
            {title}
            {step.when && <span className="step-when"> conditional</span>}
          </span>
          <span className="step-summary">
            {isWrong ? 'Needs a change' : summaryOf(componentOf(step.component), step.params)}
          </span>
        </span>
      </button>
      {mayEdit && (
        <span className="step-actions">
          <StepAction
            sign="up"
            name={`Move ${title} up`}
            disabled={index === 0}
            onClick={() => onMove(index - 1)}
          />
          <StepAction
            sign="down"
            name={`Move ${title} down`}
            disabled={index === last}
            onClick={() => onMove(index + 1)}
          />
          <StepAction sign="copy" name={`Duplicate ${title}`} onClick={onDuplicate} />
          <StepAction sign="remove" name={`Remove ${title}`} onClick={onRemove} />
        </span>
      )}
    </li>
  );
};

const StepAction = ({
  sign,
  name,
  disabled = false,
  onClick,
}: {
  sign: IconName;
  name: string;
  disabled?: boolean;
  onClick: () => void;
}) => (
  <button type="button" aria-label={name} title={name} disabled={disabled} onClick={onClick}>
    <Icon name={sign} />
  </button>
);
