const BAR_WIDTH = 24;
const REDRAW_MS = 1000;
const NAMES_SHOWN = 3;

type Skipped = { file: string; status: 'skipped'; reason: string };
type Failed = { file: string; status: 'failed'; reason: string };
type Made = {
  file: string;
  status: 'made';
  result: string;
  width: number;
  height: number;
  bytes: number;
  milliseconds: number;
  /** Warnings about this result, as sentences. */
  notes: string[];
};
type Outcome = Skipped | Failed | Made;
export type RunPlan = { files: number; concurrency: number; expectedMs: number };
type Summary = Record<'made' | 'failed' | 'skipped' | 'notStarted' | 'bytes' | 'milliseconds', number>;

type Report = {
  tell(outcome: Outcome, remainingMs: number): void;
  end(milliseconds: number): Summary;
};

type Output = Pick<NodeJS.WriteStream, 'isTTY' | 'columns'> & { write(text: string): unknown };

const summaryOf = (outcomes: readonly Outcome[], files: number, milliseconds: number): Summary => {
  const count = (status: Outcome['status']) => outcomes.filter((one) => one.status === status).length;
  const [made, failed, skipped] = [count('made'), count('failed'), count('skipped')];
  const bytes = outcomes.reduce((sum, one) => sum + (one.status === 'made' ? one.bytes : 0), 0);
  return { made, failed, skipped, notStarted: files - made - failed, bytes, milliseconds };
};

/** Opens a report for other programs: a line of JSON for each file, and one for the whole run at the end. */
export const jsonReport = (out: Output, { files, concurrency }: RunPlan): Report => {
  const outcomes: Outcome[] = [];
  const write = (line: object) => out.write(`${JSON.stringify(line)}\n`);
  return {
    tell: (outcome) => {
      outcomes.push(outcome);
      write({ type: 'file', ...outcome });
    },
    end: (milliseconds) => {
      const summary = summaryOf(outcomes, files, milliseconds);
      write({ type: 'summary', ...summary, concurrency });
      return summary;
    },
  };
};

/**
 * Opens a report for people: a progress bar with the remaining time in a terminal, a line for each image elsewhere.
 */
export const openProgress = (out: Output, { files, expectedMs }: RunPlan): Report => {
  const outcomes: Outcome[] = [];
  let finished = 0;
  let failed = 0;
  let endsAt = performance.now() + expectedMs;
  const draw = (leftMs: number) => {
    const full = Math.round((finished / files) * BAR_WIDTH);
    const parts = [
      `[${'#'.repeat(full)}${'.'.repeat(BAR_WIDTH - full)}] ${finished}/${files}`,
      ...(failed > 0 ? [`${failed} failed`] : []),
      ...(finished < files && leftMs > 0 ? [`about ${describeTime(leftMs)} left`] : []),
    ];
    out.write(`\r\x1b[K${parts.join(', ').slice(0, (out.columns ?? 80) - 1)}`);
  };
  out.write(`${files === 1 ? '1 image' : `${files} images`}: about ${describeTime(expectedMs)}\n`);
  const redraw = () => draw(Math.max(0, endsAt - performance.now()));
  const clock = out.isTTY ? setInterval(redraw, REDRAW_MS).unref() : undefined;
  return {
    tell: (outcome, remainingMs) => {
      outcomes.push(outcome);
      if (outcome.status === 'skipped') return;
      finished += 1;
      failed += outcome.status === 'failed' ? 1 : 0;
      endsAt = performance.now() + remainingMs;
      if (out.isTTY) draw(remainingMs);
      else out.write(`${finished}/${files} ${describe(outcome)}\n`);
    },
    end: (milliseconds) => {
      clearInterval(clock);
      if (out.isTTY) out.write('\n');
      const summary = summaryOf(outcomes, files, milliseconds);
      for (const line of [describeSummary(summary, files, outcomes), ...remarks(outcomes)])
        out.write(`${line}\n`);
      return summary;
    },
  };
};

const describe = (outcome: Made | Failed): string =>
  outcome.status === 'made'
    ? `${outcome.file} -> ${outcome.result}, ${outcome.width} x ${outcome.height}`
    : `${outcome.file} failed: ${outcome.reason}`;

const describeSummary = (summary: Summary, files: number, outcomes: readonly Outcome[]): string => {
  const { made, failed, skipped, notStarted, bytes, milliseconds } = summary;
  const slowest = outcomes
    .filter((one) => one.status === 'made')
    .reduce<Made | undefined>((a, b) => (a && a.milliseconds >= b.milliseconds ? a : b), undefined);
  const counts = Object.entries({ failed, skipped, 'not started': notStarted })
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `, ${count} ${what}`);
  return (
    `${made} of ${files} made in ${describeTime(milliseconds)} (${((made / milliseconds) * 1000).toFixed(1)}/s), ` +
    `${(bytes / 1024 / 1024).toFixed(1)} MiB written${counts.join('')}` +
    `${slowest ? `; slowest ${slowest.file}, ${describeTime(slowest.milliseconds)}` : ''}`
  );
};

/** Lists each failure with its reason, each warning, and the skipped files grouped by reason. */
const remarks = (outcomes: readonly Outcome[]): string[] => {
  const skipped = Map.groupBy(
    outcomes.filter((one) => one.status === 'skipped'),
    ({ reason }) => reason,
  );
  return [
    ...outcomes.filter((one) => one.status === 'failed').map(({ file, reason }) => `${file}: ${reason}`),
    ...outcomes.flatMap((one) =>
      one.status === 'made' ? one.notes.map((note) => `${one.file}: ${note}`) : [],
    ),
    ...[...skipped].map(([reason, all]) => {
      const names = all.slice(0, NAMES_SHOWN).map(({ file }) => file);
      const more = all.length - names.length;
      return `skipped ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}: ${reason}`;
    }),
  ];
};

const describeTime = (ms: number): string => {
  if (ms < 90_000) return `${ms < 10_000 ? (ms / 1000).toFixed(1) : Math.round(ms / 1000)} s`;
  return `${Math.round(ms / 60_000)} min`;
};
