import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Execution, isFinal, runWorkflow, type Status } from 'darkroom-client';
import { useEffect, useMemo, useState } from 'react';
import { api, queries } from '../api.ts';
import { credits } from '../format.ts';
import { Compare, CompareSwitch, useCompareView } from '../parts/compare.tsx';
import { DropZone } from '../parts/drop-zone.tsx';
import { SelectField } from '../parts/field.tsx';
import { ErrorNotice, Notice } from '../parts/notice.tsx';
import { Picture } from '../parts/picture.tsx';
import { IN_REVIEW, StatusBadge } from '../parts/status-badge.tsx';
import { mayReview } from '../session/rights.ts';
import { useSignedIn } from '../session/session.ts';
import { balanceQuery, imageFor, imageUrl, useExecution, workflowsQuery } from './executions.ts';
import { type Chosen, descriptionOf, slotsOf, whyNotYet } from './input-slots.ts';

const LAST_WORKFLOW = 'darkroom-last-workflow';

/** The area on Home where a user drops an image, chooses a workflow, runs it and compares the result. */
export const Runner = () => {
  const organization = useSignedIn().organization.id;
  const workflows = useQuery(workflowsQuery(organization));
  const balance = useQuery(balanceQuery(organization));
  const [workflowId, setWorkflowId] = useState(() => localStorage.getItem(LAST_WORKFLOW));
  const [chosen, setChosen] = useState<Chosen>({});
  const [view, setView] = useCompareView();
  const [sent, setSent] = useState(0);
  const [idempotencyKey, setIdempotencyKey] = useState(newKey);
  const workflow = workflows.data?.entries.find(({ id }) => id === workflowId) ?? workflows.data?.entries[0];
  const slots = workflow ? slotsOf(workflow.inputs) : ['default'];
  const whyNot = whyNotYet(workflow, slots, chosen);

  const run = useMutation({
    mutationFn: () => {
      setSent(0);
      const files = slots.flatMap((slot) => (chosen[slot] ? [chosen[slot]] : []));
      return runWorkflow(api, {
        organization,
        workflow: workflow?.id ?? '',
        images: files.map((file) => ({ name: file.name, bytes: file })),
        idempotencyKey,
        onProgress: ({ sent: bytes, total }) => setSent(bytes / total),
      });
    },
    onSuccess: () => {
      queries.invalidateQueries({ queryKey: ['executions', organization] });
      queries.invalidateQueries({ queryKey: ['balance', organization] });
    },
  });
  const record = useExecution(organization, run.data);
  const execution = record.data;
  // A run that is sent again because its response was lost keeps its key and is charged once; a changed run gets a new key.
  const change = (next: Chosen) => {
    run.reset();
    setIdempotencyKey(newKey());
    setChosen(next);
  };
  const startOver = () => change({});
  const take = (slot: string) => (file: File) => change({ ...chosen, [slot]: file });
  const remove = (slot: string) => () => {
    const { [slot]: _, ...rest } = chosen;
    change(rest);
  };

  const main = chosen['default'];
  // Stop waiting in review, which may take days, and after an error, which does not go away by itself.
  const isOver = record.error !== null || (execution !== undefined && isAtRest(execution.status));
  const underWay = run.isPending || (run.data !== undefined && !isOver);
  const isDone = execution?.status === 'COMPLETED' && execution.resultContentHash !== null;
  return (
    <section className="stage" aria-label="Run an image">
      <div className="stage-picture">
        {!main && (
          <DropZone
            label="Drop an image here"
            hint="JPEG, PNG, WebP, TIFF, AVIF or GIF"
            onFile={take('default')}
          />
        )}
        {main && !isDone && <LocalImage file={main} />}
        {isDone && <Outcome execution={execution} view={view} />}
        {run.isPending && <Sending part={sent} />}
        {underWay && !run.isPending && <div className="developing" />}
      </div>
      <div className="stage-side">
        <SelectField
          label="Workflow"
          value={workflow?.id ?? ''}
          disabled={underWay || !workflow}
          onChange={({ target }) => {
            change(chosen);
            localStorage.setItem(LAST_WORKFLOW, target.value);
            setWorkflowId(target.value);
          }}
        >
          {workflow ? (
            workflows.data?.entries.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))
          ) : (
            <option value="">{workflows.isPending ? 'Loading' : 'No workflows yet'}</option>
          )}
        </SelectField>
        <dl className="facts">
          <dt>Price</dt>
          <dd>{workflow ? credits(workflow.executionPrice) : ' '}</dd>
        </dl>
        {slots.slice(1).map((slot) => (
          <ExtraInput
            key={slot}
            description={descriptionOf(workflow, slot)}
            required={workflow?.inputs[slot]?.required ?? true}
            file={chosen[slot]}
            onFile={take(slot)}
            onRemove={remove(slot)}
            disabled={underWay}
          />
        ))}
        {workflow && !run.data && balance.data !== undefined && balance.data < workflow.executionPrice && (
          <Notice kind="accent">
            Not enough credits: the balance is {credits(balance.data)}. The execution waits until credits are
            added and you retry it.
          </Notice>
        )}
        <ErrorNotice error={workflows.error ?? run.error} />
        <ErrorNotice error={record.error} retry={() => record.refetch()} />
        <div aria-live="polite">
          {run.data && (execution || !record.error) && <Progress execution={execution} />}
        </div>
        {isDone && <CompareSwitch view={view} onChange={setView} />}
        {main && whyNot && (
          <p className="hint" id="why-not" role="status">
            {whyNot}
          </p>
        )}
        <div className="actions">
          {run.data && isOver ? (
            <>
              <button type="button" className="button primary" onClick={startOver}>
                New image
              </button>
              {isDone && <Download execution={execution} />}
            </>
          ) : (
            <>
              <button
                type="button"
                className="button primary"
                aria-describedby={main && whyNot ? 'why-not' : undefined}
                disabled={whyNot !== null || underWay}
                onClick={() => run.mutate()}
              >
                {run.isPending ? 'Uploading' : underWay ? 'Working' : 'Run'}
              </button>
              {main && !underWay && (
                <button type="button" className="button quiet" onClick={startOver}>
                  Choose another image
                </button>
              )}
            </>
          )}
        </div>
      </div>
    </section>
  );
};

const newKey = (): string => crypto.randomUUID?.() ?? String(Math.random());

const isAtRest = (status: Status): boolean => isFinal(status) || status === 'IN_QA';

const LocalImage = ({ file }: { file: File }) => {
  const src = useMemo(() => URL.createObjectURL(file), [file]);
  useEffect(() => () => URL.revokeObjectURL(src), [src]);
  return (
    <div className="solo">
      <Picture src={src} alt={`Preview of ${file.name}`} />
      <span className="tag left">{file.name}</span>
    </div>
  );
};

/** The upload progress; `part` is between 0 and 1. */
const Sending = ({ part }: { part: number }) => (
  <>
    <span className="tag right">{Math.round(part * 100)} %</span>
    <progress className="sending" aria-label="Upload" value={part} max={1} />
  </>
);

const ExtraInput = ({
  description,
  required,
  file,
  onFile,
  onRemove,
  disabled,
}: {
  description: string;
  required: boolean;
  file: File | undefined;
  onFile: (file: File) => void;
  onRemove: () => void;
  disabled: boolean;
}) => (
  <div className="extra">
    <DropZone
      small
      label={file ? file.name : `Additional image${required ? '' : ' (optional)'}`}
      hint={description}
      onFile={onFile}
      disabled={disabled}
    />
    {file && !disabled && (
      <button type="button" className="button quiet" onClick={onRemove}>
        Remove<span className="hidden"> {file.name}</span>
      </button>
    )}
  </div>
);

const Outcome = ({
  execution,
  view,
}: {
  execution: Execution;
  view: ReturnType<typeof useCompareView>[0];
}) => {
  const { organizationId, inputContentHash, inputFileName, resultContentHash, resultFileName } = execution;
  return (
    <Compare
      view={view}
      name={inputFileName}
      original={imageFor('stage', organizationId, inputContentHash, inputFileName)}
      result={imageFor('stage', organizationId, resultContentHash ?? '', resultFileName ?? 'result')}
    />
  );
};

const Progress = ({ execution }: { execution: Execution | undefined }) => {
  const { role } = useSignedIn().organization;
  const isInReview = execution?.status === 'IN_QA';
  return (
    <p>
      <StatusBadge status={execution?.status ?? 'CREATED'} />
      {execution?.error && <span> {execution.error.message}</span>}
      {isInReview && <span> {IN_REVIEW}</span>}
      {execution && (
        <>
          {' '}
          <Link to="/execution/$id" params={{ id: execution.id }}>
            {isInReview && mayReview(role) ? 'Review' : 'Details'}
          </Link>
        </>
      )}
    </p>
  );
};

export const Download = ({ execution }: { execution: Execution }) => (
  <a
    className="button"
    href={imageUrl(
      execution.organizationId,
      execution.resultContentHash ?? '',
      execution.resultFileName ?? 'result',
    )}
    download={execution.resultFileName ?? 'result'}
  >
    Download
  </a>
);
