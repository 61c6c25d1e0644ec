import { useId } from 'react';
import { credits } from '../../format.ts';
import { SAMPLING, SamplingFields } from '../../parts/forms/sampling-fields.tsx';
import { ErrorNotice } from '../../parts/notice.tsx';
import { addInput, type Draft, inputNames, otherInputs, removeLastInput } from '../draft.ts';
import type { InputSamples } from '../samples.ts';
import { ESTIMATED_COUNT } from '../workflows.ts';
import type { Editor } from './use-editor.ts';

const QA: Record<Draft['qa'], string> = {
  off: 'No review',
  unsure: 'Review results with a low confidence',
  sample: 'Review a random sample of each lot',
  all: 'Review every result',
};

/** The form for the whole workflow: its inputs, the review of its results, and its price. */
export const WorkflowForm = ({ editor, inputSamples }: { editor: Editor; inputSamples: InputSamples }) => {
  const { draft, change, mayEdit, problem } = editor;
  const id = useId();
  const last = String(otherInputs(draft.inputs).length);
  return (
    <div className="step-form">
      {problem && !problem.step && problem.field !== 'name' && (
        <p className="field-problem" role="alert">
          {problem.text}
        </p>
      )}
      <h2>Inputs</h2>
      {inputNames(draft.inputs).map((name) => (
        <InputField
          key={name}
          editor={editor}
          name={name}
          input={draft.inputs[name] ?? { required: true, description: '' }}
          inputSamples={inputSamples}
          isLast={name === last}
        />
      ))}
      {mayEdit && (
        <button type="button" className="button" onClick={() => change(addInput(draft))}>
          Add input
        </button>
      )}
      <ErrorNotice error={inputSamples.upload.error} />
      <h2>Review</h2>
      <div className="step-param">
        <label htmlFor={`${id}-qa`}>Review</label>
        <select
          id={`${id}-qa`}
          className="select"
          value={draft.qa}
          disabled={!mayEdit}
          onChange={({ target }) => {
            const { qaSampling: _, ...rest } = draft;
            const qa = target.value as Draft['qa'];
            change({ ...rest, qa, ...(qa === 'sample' && { qaSampling: SAMPLING }) });
          }}
        >
          {Object.entries(QA).map(([mode, words]) => (
            <option key={mode} value={mode}>
              {words}
            </option>
          ))}
        </select>
      </div>
      {draft.qa === 'sample' && (
        <SamplingFields
          value={draft.qaSampling ?? SAMPLING}
          disabled={!mayEdit}
          onChange={(qaSampling) =>
            change({ ...draft, qaSampling: { ...SAMPLING, ...qaSampling } }, 'qaSampling')
          }
        />
      )}
      <ResultNames editor={editor} />
      <Price editor={editor} />
    </div>
  );
};

const ResultNames = ({ editor: { draft, change, mayEdit, problem } }: { editor: Editor }) => {
  const id = useId();
  return (
    <>
      <h2>Names of results</h2>
      <div className="step-param">
        <label htmlFor={id}>Template</label>
        <input
          id={id}
          className="input mono"
          placeholder="{name}"
          value={draft.resultNames ?? ''}
          maxLength={1000}
          disabled={!mayEdit}
          aria-describedby={`${id}-help`}
          aria-invalid={problem?.field === 'resultNames'}
          onChange={({ target }) => {
            const { resultNames: _, ...rest } = draft;
            change(target.value ? { ...rest, resultNames: target.value } : rest, 'resultNames');
          }}
        />
        <span className="param-help" id={`${id}-help`}>
          {
            'For example {label.sku}_{index}_front. {name}, {index}, {workflow} and {label.key} are replaced, and the extension is appended. Empty: the name of the input.'
          }
        </span>
      </div>
    </>
  );
};

const InputField = ({
  editor,
  name,
  input,
  inputSamples,
  isLast,
}: {
  editor: Editor;
  name: string;
  input: Draft['inputs'][string];
  inputSamples: InputSamples;
  isLast: boolean;
}) => {
  const { draft, change, mayEdit } = editor;
  const id = useId();
  const set = (next: Partial<typeof input>) =>
    change({ ...draft, inputs: { ...draft.inputs, [name]: { ...input, ...next } } }, `inputs.${name}`);
  const isMain = name === 'default';
  const sample = inputSamples.samples[name];
  return (
    <div className="step-param">
      <label htmlFor={id}>{isMain ? 'Main image' : `Input ${name}`}</label>
      <input
        id={id}
        className="input"
        placeholder="What to send, for example: The logo"
        value={input.description}
        maxLength={1000}
        disabled={!mayEdit}
        onChange={({ target }) => set({ description: target.value })}
      />
      {!isMain && (
        <div className="input-options">
          <label className="param-check">
            <input
              type="checkbox"
              checked={input.required}
              disabled={!mayEdit}
              onChange={({ target }) => set({ required: target.checked })}
            />
            Required
          </label>
          <label className="button">
            <input
              type="file"
              className="hidden"
              accept="image/*,.heic,.heif,.avif,.tif,.tiff,.cube"
              onChange={({ target }) => {
                const file = target.files?.[0];
                if (file) inputSamples.upload.mutate({ input: name, file });
                target.value = '';
              }}
            />
            {sample ? sample.name : 'Choose a sample'}
            <span className="hidden"> for input {name}</span>
          </label>
          {isLast && mayEdit && (
            <button type="button" className="button quiet" onClick={() => change(removeLastInput(draft))}>
              Remove<span className="hidden"> input {name}</span>
            </button>
          )}
        </div>
      )}
    </div>
  );
};

const Price = ({ editor }: { editor: Editor }) => {
  const { draft, change, mayEdit, estimate } = editor;
  const id = useId();
  const bySteps = estimate.data ? estimate.data.credits / ESTIMATED_COUNT : undefined;
  const isOwn = draft.executionPrice !== undefined;
  return (
    <>
      <h2>Price of an execution</h2>
      <div className="step-param">
        <label className="param-check">
          <input
            type="checkbox"
            checked={isOwn}
            disabled={!mayEdit}
            onChange={({ target }) => {
              const { executionPrice: _, ...rest } = draft;
              change(target.checked ? { ...rest, executionPrice: bySteps ?? 0 } : rest);
            }}
          />
          Set a custom price
        </label>
        {isOwn ? (
          <>
            <label htmlFor={id}>Credits</label>
            <input
              id={id}
              className="input"
              type="number"
              min={0}
              value={draft.executionPrice}
              disabled={!mayEdit}
              onChange={({ target }) =>
                change({ ...draft, executionPrice: target.valueAsNumber || 0 }, 'price')
              }
            />
          </>
        ) : (
          <span className="param-help">
            {bySteps === undefined ? ' ' : `Calculated price: ${credits(bySteps)}`}
          </span>
        )}
      </div>
    </>
  );
};
