import { Link } from '@tanstack/react-router';
import { descriptionOf } from '../executions/input-slots.ts';
import { DropZone } from '../parts/forms/drop-zone.tsx';
import { SelectField } from '../parts/forms/field.tsx';
import { mayManage } from '../session/rights.ts';
import { useSignedIn } from '../session/session.ts';
import { stepsInWords, useComponentTitles } from '../workflows/component-titles.ts';
import type { RunChoice } from './run-choice.ts';

/** The select with the workflows, the steps of the chosen one, and a place for each further image that it needs. */
export const WorkflowFields = ({ choice, disabled }: { choice: RunChoice; disabled: boolean }) => {
  const { workflow, workflows, isLoading, slots, extras } = choice;
  const { organization } = useSignedIn();
  const titleOf = useComponentTitles();
  const hasNone = !workflow && !isLoading && !choice.error;
  return (
    <>
      <SelectField
        label="Workflow"
        value={workflow?.id ?? ''}
        disabled={disabled || !workflow}
        onChange={({ target }) => choice.choose(target.value)}
      >
        {workflow ? (
          workflows.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))
        ) : (
          <option value="">{isLoading ? 'Loading' : hasNone ? 'No workflows yet' : 'Not known'}</option>
        )}
      </SelectField>
      {hasNone ? (
        <p className="run-steps">
          {mayManage(organization.role) ? (
            <>
              Create one under <Link to="/workflows">Workflows</Link>, for example from a template.
            </>
          ) : (
            'Ask an owner or admin of this organization for a workflow.'
          )}
        </p>
      ) : (
        <p className="run-steps" title={workflow?.workflowComponents.map(({ id }) => id).join(', ')}>
          {workflow && stepsInWords(workflow, titleOf)}
        </p>
      )}
      {slots.map((slot) => (
        <ExtraInput
          key={slot}
          description={descriptionOf(workflow, slot)}
          required={workflow?.inputs[slot]?.required ?? true}
          file={extras[slot]}
          onFile={(file) => choice.setExtra(slot, file)}
          disabled={disabled}
        />
      ))}
    </>
  );
};

type ExtraProps = {
  description: string;
  required: boolean;
  file: File | undefined;
  onFile: (file: File | null) => void;
  disabled: boolean;
};

const ExtraInput = ({ description, required, file, onFile, disabled }: ExtraProps) => (
  <div className="extra">
    <DropZone
      small
      label={file ? file.name : `Additional image${required ? '' : ' (optional)'}`}
      hint={description}
      onFile={onFile}
      disabled={disabled}
    />
    {file && !disabled && (
      <button type="button" className="button quiet" onClick={() => onFile(null)}>
        Remove<span className="hidden"> {file.name}</span>
      </button>
    )}
  </div>
);
