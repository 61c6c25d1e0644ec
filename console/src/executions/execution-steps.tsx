import { useQuery } from '@tanstack/react-query';
import { type Execution, type Trace, type TraceStep, urlOf } from 'darkroom-client';
import { useState } from 'react';
import { api } from '../api.ts';
import { milliseconds } from '../format.ts';
import { ErrorNotice } from '../parts/notice.tsx';
import { Picture } from '../parts/picture.tsx';

/** The trace of an execution, step by step. Loaded when the section is opened, because the service renders the previews on demand. */
export const ExecutionSteps = ({ execution }: { execution: Execution }) => {
  const [open, setOpen] = useState(false);
  return (
    <details className="steps" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Steps</summary>
      {open && <Steps execution={execution} />}
    </details>
  );
};

const Steps = ({ execution: { id, organizationId, attempts, status } }: { execution: Execution }) => {
  const { data, error, refetch } = useQuery({
    queryKey: ['trace', organizationId, id, attempts, status],
    queryFn: ({ signal }) =>
      api.get('/v1/workflow/execution/{id}/trace', {
        path: { id },
        query: { organization: organizationId },
        signal,
      }),
  });
  if (error) return <ErrorNotice error={error} retry={() => refetch()} />;
  if (!data) return <span className="skeleton line" aria-hidden="true" />;
  if (data.steps.length === 0) return <p>No step details are stored for this execution.</p>;
  return (
    <>
      <p>{summaryOf(data)}</p>
      <ol>
        {data.steps.map((step) => (
          <Step key={step.id} step={step} preview={step.preview && previewUrl(organizationId, id, step.id)} />
        ))}
      </ol>
    </>
  );
};

const Step = ({ step, preview }: { step: TraceStep; preview: string | null }) => (
  <li>
    <div className="thumbnail">
      {preview && !step.skipped ? <Picture src={preview} alt={`After ${step.id}`} thumbnail /> : '–'}
    </div>
    <div className="frame-text">
      <span className="name" title={`${step.id} (${step.component})`}>
        {step.component}
      </span>
      <span className="sub">{[outcomeOf(step), sizeOf(step)].filter(Boolean).join(' · ')}</span>
      {step.warnings.map((warning) => (
        <span key={warning} className="sub warning">
          {warning}
        </span>
      ))}
    </div>
  </li>
);

const previewUrl = (organization: string, id: string, step: string): string =>
  urlOf('/v1/workflow/execution/{id}/trace/{step}/preview', { id, step }, { organization });

const summaryOf = ({ totals: { durationMs, stepsRun, stepsSkipped, confidence } }: Trace): string =>
  [
    `${stepsRun} ${stepsRun === 1 ? 'step' : 'steps'} in ${milliseconds(durationMs)}`,
    stepsSkipped > 0 && `${stepsSkipped} skipped`,
    confidence !== null && `Confidence ${Math.round(confidence * 100)} %`,
  ]
    .filter(Boolean)
    .join(' · ');

const SKIPPED: Record<NonNullable<TraceStep['skipped']>, string> = {
  condition: 'Skipped: condition not met',
  missing_input: 'Skipped: no input image',
  superseded: 'Skipped: a later step overrides it',
};

const outcomeOf = ({ skipped, failed, reused, joinedWith, durationMs }: TraceStep): string | null => {
  if (skipped) return SKIPPED[skipped];
  if (failed) return 'Failed';
  if (reused) return 'Reused';
  if (joinedWith) return `Run together with ${joinedWith}`;
  return durationMs === null ? null : milliseconds(durationMs);
};

const sizeOf = ({ width, height, skipped }: TraceStep): string | null =>
  width && height && !skipped ? `${width} × ${height}` : null;
