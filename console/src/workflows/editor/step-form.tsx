import { useState } from 'react';
import { paramsOf, unitBeside } from '../controls.ts';
import { changeStep, INPUT, type Step } from '../draft.ts';
import { ParamField } from '../fields/param-field.tsx';
import { ConditionForm } from './condition-form.tsx';
import type { Editor } from './use-editor.ts';

/** The form of the selected step, made from the schema of its component. */
export const StepForm = ({ editor, photo }: { editor: Editor; photo: string | undefined }) => {
  const { draft, selected } = editor;
  const step = draft.workflowComponents.find(({ id }) => id === selected);
  if (!step)
    return (
      <p className="editor-note">
        {selected === INPUT && draft.workflowComponents.length > 0
          ? 'Choose a step to change it.'
          : 'Add a step to begin. Each step changes the image and hands it to the next one.'}
      </p>
    );
  return <FormOfStep key={step.id} editor={editor} step={step} photo={photo} />;
};

type FormProps = { editor: Editor; step: Step; photo: string | undefined };

const FormOfStep = ({ editor, step, photo }: FormProps) => {
  const { draft, change, problem, mayEdit, componentOf } = editor;
  const component = componentOf(step.component);
  const own = problem?.step === step.id ? problem : null;
  if (!component)
    return (
      <p className="editor-note" role="alert">
        There is no component {step.component}. Remove this step, or change it in JSON.
      </p>
    );
  const params = paramsOf(component);
  const names = new Set(params.map(([name]) => name));
  const isShownAtField = own?.field !== undefined && (names.has(own.field) || AT_THE_END.has(own.field));
  return (
    <div className="step-form">
      <div className="step-form-head">
        <h2>{component.title}</h2>
        <p>{component.description}</p>
        {own && !isShownAtField && (
          <p className="field-problem" role="alert">
            {own.text}
          </p>
        )}
      </div>
      {params.map(([name, schema]) => (
        <ParamField
          key={name}
          component={component}
          name={name}
          schema={schema}
          value={step.params[name]}
          unit={unitBeside(component, name, step.params)}
          inputs={draft.inputs}
          photo={photo}
          problem={own?.field === name ? own.text : undefined}
          disabled={!mayEdit}
          onChange={(value) =>
            change(
              changeStep(draft, step.id, { params: { ...step.params, [name]: value } }),
              `${step.id}.${name}`,
            )
          }
        />
      ))}
      <details
        className="step-more"
        open={step.output !== undefined || AT_THE_END.has(own?.field ?? '') || undefined}
      >
        <summary>Advanced</summary>
        <ConditionForm editor={editor} step={step} />
        <OutputField editor={editor} step={step} problem={own?.field === 'output' ? own.text : undefined} />
        <IdField editor={editor} step={step} problem={own?.field === 'id' ? own.text : undefined} />
      </details>
    </div>
  );
};

/** The fields below the parameters of a step. */
const AT_THE_END = new Set(['id', 'when', 'output']);

type FieldProps = { editor: Editor; step: Step; problem: string | undefined };

/** The name under which the image after this step becomes a file of its own. */
const OutputField = ({ editor: { draft, change, mayEdit }, step, problem }: FieldProps) => (
  <div className="step-param">
    <div className="param-head">
      <label htmlFor={`output-of-${step.id}`}>Output name</label>
    </div>
    <input
      id={`output-of-${step.id}`}
      className="input mono"
      placeholder="cutout"
      value={step.output ?? ''}
      maxLength={40}
      disabled={!mayEdit}
      aria-describedby={`output-help-${step.id}`}
      aria-invalid={problem !== undefined}
      onChange={({ target }) =>
        change(changeStep(draft, step.id, { output: target.value.trim() }), `${step.id} output`)
      }
    />
    {problem && (
      <span className="field-problem" role="alert">
        {problem}
      </span>
    )}
    <span className="param-help" id={`output-help-${step.id}`}>
      Delivers the image after this step as an additional file under this name: lower-case letters, digits and
      -. Leave it empty for none.
    </span>
  </div>
);

/**
 * The field for the id by which settings name the step. The step gets the new id when the field loses focus, because
 * the list uses the id as a key.
 */
const IdField = ({ editor, step, problem }: FieldProps) => {
  const [typed, setTyped] = useState(step.id);
  const take = () => {
    const { draft } = editor;
    const isTaken = draft.workflowComponents.some((one) => one !== step && one.id === typed);
    if (typed === step.id) return;
    if (isTaken || typed.trim() === '') return setTyped(step.id);
    editor.change(changeStep(draft, step.id, { id: typed.trim() }));
    editor.select(typed.trim());
  };
  return (
    <div className="step-param">
      <div className="param-head">
        <label htmlFor={`id-of-${step.id}`}>Step ID</label>
      </div>
      <input
        id={`id-of-${step.id}`}
        className="input mono"
        value={typed}
        maxLength={64}
        disabled={!editor.mayEdit}
        aria-describedby={`id-help-${step.id}`}
        aria-invalid={problem !== undefined}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={take}
        onKeyDown={({ key }) => key === 'Enter' && take()}
      />
      {problem && (
        <span className="field-problem" role="alert">
          {problem}
        </span>
      )}
      <span className="param-help" id={`id-help-${step.id}`}>
        Programs use it to change the parameters of this step for one execution.
      </span>
    </div>
  );
};
