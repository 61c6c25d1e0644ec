import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { balanceQuery } from '../executions/executions.ts';
import { whyNotYet } from '../executions/input-slots.ts';
import { count, credits, wholeSeconds } from '../format.ts';
import { TextField } from '../parts/forms/field.tsx';
import { ErrorNotice, Notice } from '../parts/notice.tsx';
import { useSignedIn } from '../session/session.ts';
import { useEstimate } from './estimate.ts';
import type { Found } from './files/dropped-files.ts';
import { useKnownFiles } from './files/known-files.ts';
import type { RunChoice } from './run-choice.ts';
import { startBatch } from './start-batch.ts';
import { currentTray, emptyTray, removeFromTray, runnable, type Tray, useTray } from './tray.ts';
import { TrayList } from './tray-list.tsx';
import { WorkflowFields } from './workflow-fields.tsx';

type Props = {
  choice: RunChoice;
  over: boolean;
  onFound: (found: Found) => void;
  onStartOver: () => void;
};

/** Runs all images of the tray as one batch, and leads to its page. */
export const ManyRun = ({ choice, over, onFound, onStartOver }: Props) => {
  const organization = useSignedIn().organization.id;
  const navigate = useNavigate();
  const tray = useTray();
  const [typedName, setName] = useState<string>();
  const [runDuplicates, setRunDuplicates] = useState(false);
  const [startedAt] = useState(() => new Date());
  const { workflow, slots, extras } = choice;
  const name = typedName ?? nameFor(tray, startedAt);
  const images = tray.entries.length - tray.refused - (runDuplicates ? 0 : tray.duplicates);
  const whyNot = whyNotYet(workflow, ['default', ...slots], {
    ...extras,
    default: tray.entries[0]?.file as File,
  });
  const isOpened = tray.opened === tray.entries.length;
  useKnownFiles(organization, workflow?.id);

  const run = useMutation({
    mutationFn: () =>
      startBatch({
        organization,
        workflow: workflow?.id ?? '',
        name: name.trim() || nameFor(tray, startedAt),
        entries: runnable(currentTray(), runDuplicates),
        handles: tray.handles,
        extras: slots.flatMap((slot) => (extras[slot] ? [{ slot, file: extras[slot] }] : [])),
        runDuplicates,
      }),
    onSuccess: async (id) => {
      await navigate({ to: '/batches/$id', params: { id } });
      emptyTray();
      choice.clearExtras();
    },
  });

  return (
    <>
      <TrayList
        tray={tray}
        over={over}
        disabled={run.isPending}
        onFound={onFound}
        onStartOver={onStartOver}
      />
      <div className="stage-side">
        <WorkflowFields choice={choice} disabled={run.isPending} />
        <TextField
          label="Batch name"
          value={name}
          maxLength={1024}
          disabled={run.isPending}
          onChange={({ target }) => setName(target.value)}
        />
        <Costs organization={organization} choice={choice} images={images} />
        <Choices tray={tray} runDuplicates={runDuplicates} onRunDuplicates={setRunDuplicates} />
        <ErrorNotice error={choice.error ?? run.error} />
        {whyNot && (
          <p className="hint" id="why-not" role="status">
            {whyNot}
          </p>
        )}
        <div className="actions">
          <button
            type="button"
            className="button primary"
            aria-describedby={whyNot ? 'why-not' : undefined}
            disabled={whyNot !== null || images < 1 || !isOpened || run.isPending}
            onClick={() => run.mutate()}
          >
            {run.isPending ? 'Starting' : `Run ${count(images)}`}
          </button>
        </div>
      </div>
    </>
  );
};

const TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

const nameFor = ({ folder }: Tray, at: Date): string => folder ?? `Batch of ${TIME.format(at)}`;

type CostsProps = { organization: string; choice: RunChoice; images: number };

const Costs = ({ organization, choice: { workflow }, images }: CostsProps) => {
  const { data: balance } = useQuery(balanceQuery(organization));
  const { data: estimate } = useEstimate(organization, workflow?.id, images);
  const price = workflow?.executionPrice ?? 0;
  const total = price * images;
  const affordable = Math.floor((balance ?? 0) / Math.max(1, price));
  return (
    <>
      <dl className="facts">
        <dt>Price</dt>
        <dd>{credits(price)} each</dd>
        <dt>Total</dt>
        <dd>
          {credits(total)}
          {balance !== undefined && <span className="of-balance"> of {count(balance)}</span>}
        </dd>
        <dt>Expected time</dt>
        <dd>{estimate?.seconds == null ? '–' : `about ${wholeSeconds(Math.max(1, estimate.seconds))}`}</dd>
      </dl>
      {balance !== undefined && balance < total && (
        <Notice kind="accent">
          Not enough credits: the balance is {credits(balance)}
          {affordable > 0 && `, which is enough for ${count(affordable)} of the images`}.{' '}
          {affordable > 0 ? 'The others' : 'The images'} wait until credits are added and you retry them.
        </Notice>
      )}
    </>
  );
};

type ChoicesProps = { tray: Tray; runDuplicates: boolean; onRunDuplicates: (next: boolean) => void };

/** The choices for duplicates, and for images on which the workflow has run before. */
const Choices = ({ tray, runDuplicates, onRunDuplicates }: ChoicesProps) => {
  const processed = tray.entries.filter(({ isProcessed }) => isProcessed).length;
  return (
    <>
      {tray.duplicates > 0 && (
        <label className="check">
          <input
            type="checkbox"
            checked={runDuplicates}
            onChange={({ target }) => onRunDuplicates(target.checked)}
          />
          Run {tray.duplicates === 1 ? 'the duplicate' : `${count(tray.duplicates)} duplicates`} too
        </label>
      )}
      {processed > 0 && processed < tray.entries.length && (
        <button
          type="button"
          className="button quiet"
          onClick={() => removeFromTray(({ isProcessed }) => isProcessed === true)}
        >
          Skip {count(processed)} already processed
        </button>
      )}
    </>
  );
};
