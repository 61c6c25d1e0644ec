import './waterfall.css';
import { type Execution, type Trace, type TraceStep, urlOf } from 'darkroom-client';
import { useState } from 'react';
import { milliseconds } from '../format.ts';
import { Dialog } from '../parts/dialog.tsx';
import { ErrorNotice } from '../parts/notice.tsx';
import { ProgressiveImage } from '../parts/progressive-image.tsx';
import { useComponentTitles } from '../workflows/component-titles.ts';
import { useTrace } from './trace.ts';
import { type Step, useSteps } from './use-steps.ts';

/** The steps as a waterfall: when each ran, how long, at which size, with which parameters, and the image after it. */
export const Waterfall = ({ execution }: { execution: Execution }) => {
  const { data, error, refetch, hasImages } = useTrace(execution);
  const isFailed = execution.status === 'FAILED';
  const [open, setOpen] = useState<string>();
  const { data: steps } = useSteps(execution);
  const titleOf = useComponentTitles();
  if (error) return <ErrorNotice error={error} retry={() => refetch()} />;
  if (!data) return <span className="skeleton line" aria-hidden="true" />;
  if (data.steps.length === 0 && (isFailed || !data.input)) return null;
  const starts = startsOf(data);
  const titleOfStep = (id: string | null) => {
    const step = data.steps.find((one) => one.id === id);
    return step && titleOf(step.component);
  };
  const total = Math.max(1, data.totals.durationMs);
  // A failed execution opens at the step that failed.
  const shown = open ?? (isFailed ? (data.failedStep ?? undefined) : undefined);
  return (
    <section className="waterfall" aria-labelledby="steps-title">
      <div className="waterfall-head">
        <h2 id="steps-title">Steps</h2>
        <p>{summaryOf(data)}</p>
      </div>
      <ol>
        {data.steps.map((step, index) => (
          <StepRow
            key={step.id}
            execution={execution}
            step={step}
            title={titleOf(step.component)}
            hasImage={hasImages}
            params={steps?.find(({ id }) => id === step.id)}
            start={starts[index] ?? 0}
            total={total}
            joinedWith={titleOfStep(step.joinedWith)}
            isOpen={shown === step.id}
            onToggle={() => setOpen(shown === step.id ? '' : step.id)}
            reason={isFailed && data.failedStep === step.id ? execution.error?.message : undefined}
          />
        ))}
      </ol>
    </section>
  );
};

/** The start of each step, in ms after the work began. The work reads the image, then runs one step after another. */
const startsOf = ({ input, steps }: Trace): number[] => {
  let at = input?.durationMs ?? 0;
  return steps.map(({ durationMs }) => {
    const start = at;
    at += durationMs ?? 0;
    return start;
  });
};

type RowProps = {
  execution: Execution;
  step: TraceStep;
  /** The title of the component that the step runs. */
  title: string;
  /** False while the service makes the images of the steps. */
  hasImage: boolean;
  params: Step | undefined;
  start: number;
  total: number;
  /** The title of the step into which this step was merged. */
  joinedWith: string | undefined;
  isOpen: boolean;
  onToggle: () => void;
  reason: string | undefined;
};

const StepRow = ({ execution, step, title, hasImage, params, start, total, ...row }: RowProps) => {
  const { joinedWith, isOpen, onToggle, reason } = row;
  const { id, organizationId: organization } = execution;
  const [isLarge, setLarge] = useState(false);
  const preview =
    hasImage && step.preview && !step.skipped
      ? urlOf('/v1/workflow/execution/{id}/trace/{step}/preview', { id, step: step.id }, { organization })
      : null;
  const percent = (ms: number) => `${(100 * ms) / total}%`;
  return (
    <li data-failed={step.failed || undefined} data-skipped={step.skipped || undefined}>
      <button type="button" className="thumbnail" disabled={!preview} onClick={() => setLarge(true)}>
        {preview ? (
          <ProgressiveImage src={preview} alt={`After ${step.id}`} thumbnail />
        ) : hasImage || step.skipped ? (
          '–'
        ) : (
          <span className="skeleton" />
        )}
        <span className="hidden">Enlarge</span>
      </button>
      <button type="button" className="step-line" aria-expanded={isOpen} onClick={onToggle}>
        <span className="step-name cut" title={`${step.id} (${step.component})`}>
          {title}
        </span>
        <span className="step-size">{sizeOf(step)}</span>
        <span className="track" aria-hidden="true">
          {step.durationMs !== null && !step.skipped && (
            <span
              className="step-bar"
              style={{ left: percent(start), width: `max(3px, ${percent(step.durationMs)})` }}
            />
          )}
        </span>
        <span className="step-time">{outcomeOf(step, joinedWith)}</span>
      </button>
      {reason && (
        <p className="reason" role="alert">
          {reason}
        </p>
      )}
      {step.warnings.map((warning) => (
        <p key={warning} className="warning">
          {warning}
        </p>
      ))}
      {isOpen && <Details step={step} params={params} settings={execution.settings[step.id]} />}
      {preview && isLarge && (
        <Dialog
          open
          onClose={() => setLarge(false)}
          title={`After ${title}`}
          description={[step.id, sizeOf(step)].filter(Boolean).join(', ')}
        >
          <img className="enlarged" src={preview} alt={`After ${step.id}, enlarged`} />
        </Dialog>
      )}
    </li>
  );
};

type DetailsProps = { step: TraceStep; params: Step | undefined; settings: unknown };

const Details = ({ step, params, settings }: DetailsProps) => {
  const values = Object.entries({ ...params?.params, ...(settings as Record<string, unknown> | undefined) });
  const facts: [string, string][] = [
    ...values.map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
    ...(step.confidence === null
      ? []
      : [['Confidence', `${Math.round(step.confidence * 100)} %`] as [string, string]]),
  ];
  if (facts.length === 0) return <p className="step-details">This step has no parameters.</p>;
  return (
    <dl className="facts step-details">
      {facts.map(([name, value]) => (
        <div key={name} className="step-parameter">
          <dt>{name}</dt>
          <dd>{value || '–'}</dd>
        </div>
      ))}
    </dl>
  );
};

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

const outcomeOf = (
  { skipped, failed, reused, durationMs }: TraceStep,
  joinedWith: string | undefined,
): string => {
  if (skipped) return SKIPPED[skipped];
  if (failed) return 'Failed';
  if (reused) return 'Reused';
  if (joinedWith) return `Merged into ${joinedWith}`;
  return durationMs === null ? '' : milliseconds(durationMs);
};

const sizeOf = ({ width, height, skipped }: TraceStep): string =>
  width && height && !skipped ? `${width} × ${height}` : '';
