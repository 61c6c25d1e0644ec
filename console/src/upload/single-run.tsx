import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Execution, isFinal, runWorkflow, type Status } from 'darkroom-client';
import { useEffect, useMemo, useState } from 'react';
import { api, queries } from '../api.ts';
import { Download } from '../executions/download.tsx';
import { imageFor, resultFor, useExecution } from '../executions/executions.ts';
import { missingInputMessage } from '../executions/input-slots.ts';
import { Compare, CompareSwitch, useCompareView } from '../parts/compare.tsx';
import { ErrorNotice } from '../parts/notice.tsx';
import { ProgressiveImage } from '../parts/progressive-image.tsx';
import { IN_REVIEW, StatusBadge } from '../parts/status-badge.tsx';
import { mayReview } from '../session/rights.ts';
import { useSignedIn } from '../session/session.ts';
import { AddButtons } from './file-inputs.tsx';
import type { Found } from './files/dropped-files.ts';
import type { RunChoice } from './run-choice.ts';
import { SinglePrice } from './single-price.tsx';
import { WorkflowFields } from './workflow-fields.tsx';

type Props = {
  file: File;
  /** Why the file cannot be run; null when it can, or while it is read. */
  refusal: string | null;
  choice: RunChoice;
  onFound: (found: Found) => void;
  onStartOver: () => void;
};

/** Runs one image and compares the result with the original, without leaving Home. */
export const SingleRun = ({ file, refusal, choice, onFound, onStartOver }: Props) => {
  const organization = useSignedIn().organization.id;
  const [view, setView] = useCompareView();
  const [sent, setSent] = useState(0);
  const { workflow, slots, extras } = choice;
  const chosen = { ...extras, default: file };
  const whyNot = refusal ?? missingInputMessage(workflow, ['default', ...slots], chosen);
  // A run that is sent again because its response was lost keeps its key and is charged once; a changed run gets a new key.
  const [idempotencyKey, setIdempotencyKey] = useState(newKey);

  const run = useMutation({
    mutationFn: () => {
      setSent(0);
      const files = [file, ...slots.flatMap((slot) => (extras[slot] ? [extras[slot]] : []))];
      return runWorkflow(api, {
        organization,
        workflow: workflow?.id ?? '',
        images: files.map((one) => ({ name: one.name, bytes: one })),
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
  // Also stop waiting when the execution is in review, which may take days, and after an error, which does not go
  // away by itself.
  const isOver = record.error !== null || (execution !== undefined && isAtRest(execution.status));
  const underWay = run.isPending || (run.data !== undefined && !isOver);
  const isDone = execution?.status === 'COMPLETED' && execution.resultContentHash !== null;
  const change = () => {
    run.reset();
    setIdempotencyKey(newKey());
  };
  const changeable: RunChoice = {
    ...choice,
    choose: (id) => {
      change();
      choice.choose(id);
    },
    setExtra: (slot, extra) => {
      change();
      choice.setExtra(slot, extra);
    },
  };
  return (
    <>
      <div className="stage-image">
        {isDone ? (
          <Outcome execution={execution} view={view} />
        ) : (
          <LocalImage file={file} isImage={refusal === null} />
        )}
        {run.isPending && <Sending part={sent} />}
        {underWay && !run.isPending && <div className="developing" />}
      </div>
      <div className="stage-side">
        <WorkflowFields choice={changeable} disabled={underWay} />
        {run.data ? null : <SinglePrice workflow={workflow} />}
        <ErrorNotice error={choice.error ?? run.error} />
        <ErrorNotice error={record.error} retry={() => record.refetch()} />
        <div aria-live="polite">
          {run.data && (execution || !record.error) && <Progress execution={execution} />}
        </div>
        {isDone && <CompareSwitch view={view} onChange={setView} />}
        {whyNot && (
          <p className={refusal ? 'notice danger' : 'hint'} id="why-not" role="status">
            {whyNot}
          </p>
        )}
        <div className="actions">
          {run.data && isOver ? (
            <>
              <button type="button" className="button primary" onClick={onStartOver}>
                New image
              </button>
              {isDone && <Download execution={execution} />}
            </>
          ) : (
            <>
              <button
                type="button"
                className="button primary"
                aria-describedby={whyNot ? 'why-not' : undefined}
                disabled={whyNot !== null || underWay}
                onClick={() => run.mutate()}
              >
                {run.isPending ? 'Uploading' : underWay ? 'Working' : 'Run'}
              </button>
              {!underWay && (
                <>
                  <AddButtons onFound={onFound} />
                  <button type="button" className="button quiet" onClick={onStartOver}>
                    Remove
                  </button>
                </>
              )}
            </>
          )}
        </div>
      </div>
    </>
  );
};

const newKey = (): string => crypto.randomUUID?.() ?? String(Math.random());

const isAtRest = (status: Status): boolean => isFinal(status) || status === 'IN_QA';

const LocalImage = ({ file, isImage }: { file: File; isImage: boolean }) => {
  const src = useMemo(() => URL.createObjectURL(file), [file]);
  useEffect(() => () => URL.revokeObjectURL(src), [src]);
  return (
    <div className="solo">
      {isImage ? <ProgressiveImage src={src} alt={`Preview of ${file.name}`} /> : 'No preview'}
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

type OutcomeProps = { execution: Execution; view: ReturnType<typeof useCompareView>[0] };

const Outcome = ({ execution, view }: OutcomeProps) => {
  const { organizationId, inputContentHash, inputFileName } = execution;
  return (
    <Compare
      view={view}
      name={inputFileName}
      original={imageFor('stage', organizationId, inputContentHash, inputFileName)}
      result={resultFor('stage', execution)}
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
