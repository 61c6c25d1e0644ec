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
import { balanceQuery, pictureFor, pictureUrl, useExecution, workflowsQuery } from './executions.ts';
import { type Chosen, descriptionOf, slotsOf, whyNotYet } from './input-slots.ts';

const LAST_WORKFLOW = 'darkroom-last-workflow';

/** Drop a picture, choose a workflow, run it, and compare what came out. */
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
      const pictures = slots.flatMap((slot) => (chosen[slot] ? [chosen[slot]] : []));
      return runWorkflow(api, {
        organization,
        workflow: workflow?.id ?? '',
        pictures: pictures.map((file) => ({ name: file.name, bytes: file })),
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
  // The same run that is sent again, because its answer was lost, is charged once; a changed one is another.
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
  // Nothing more happens here by itself: a reviewer may take days, and a record that is refused stays so.
  const isOver = record.error !== null || (execution !== undefined && isAtRest(execution.status));
  const underWay = run.isPending || (run.data !== undefined && !isOver);
  const isDone = execution?.status === 'COMPLETED' && execution.resultContentHash !== null;
  return (
    <section className="stage" aria-label="Run a picture">
      <div className="stage-picture">
        {!main && (
          <DropZone
            label="Drop a picture here"
            hint="JPEG, PNG, WebP, TIFF, AVIF, HEIC or GIF"
            onFile={take('default')}
          />
        )}
        {main && !isDone && <LocalPicture file={main} />}
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
            <option value="">{workflows.isPending ? 'Loading' : 'There is no workflow yet'}</option>
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
            There are only {credits(balance.data)}. The execution will wait until some are added and it is
            retried.
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
                Next picture
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
                  Other picture
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

const LocalPicture = ({ file }: { file: File }) => {
  const src = useMemo(() => URL.createObjectURL(file), [file]);
  useEffect(() => () => URL.revokeObjectURL(src), [src]);
  return (
    <div className="solo">
      <Picture src={src} alt={`Preview of ${file.name}`} />
      <span className="tag left">{file.name}</span>
    </div>
  );
};

/** How much of the pictures has gone out. */
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
      label={file ? file.name : `Another picture${required ? '' : ' (optional)'}`}
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
      original={pictureFor('stage', organizationId, inputContentHash, inputFileName)}
      result={pictureFor('stage', organizationId, resultContentHash ?? '', resultFileName ?? 'result')}
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
            {isInReview && mayReview(role) ? 'Review it' : 'Details'}
          </Link>
        </>
      )}
    </p>
  );
};

export const Download = ({ execution }: { execution: Execution }) => (
  <a
    className="button"
    href={pictureUrl(
      execution.organizationId,
      execution.resultContentHash ?? '',
      execution.resultFileName ?? 'result',
    )}
    download={execution.resultFileName ?? 'result'}
  >
    Download
  </a>
);
