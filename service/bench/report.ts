import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { join } from 'node:path';

export type Row = {
  bench: string;
  what: string;
  darkroom: string;
  reference: string;
  /** A ratio, or a figure in its unit. */
  value: number;
  unit: '' | 'ms' | 's' | 'kB';
  /** The same ratio, by CPU time per item instead of throughput. */
  byCpu?: number;
  /** The target; undefined if the row is only for information. */
  target?: { atLeast: number } | { atMost: number };
};

type Results = { machine: string; rows: (Row & { measuredAt: string })[] };

const FOLDER = import.meta.dirname;
const JSON_FILE = join(FOLDER, 'results.json');

const HEADINGS = ['what', 'Darkroom', 'reference', 'result', 'target', 'met', 'by CPU time'];

const cellsOf = ({ what, darkroom, reference, value, unit, target, byCpu }: Row): string[] => [
  what,
  darkroom,
  reference,
  unit === '' ? value.toFixed(2) : `${value.toFixed(value < 10 ? 2 : 1)} ${unit}`,
  target
    ? ('atLeast' in target ? `>= ${target.atLeast}` : `<= ${target.atMost}`) + (unit ? ` ${unit}` : '')
    : '',
  target ? (meets(value, target) ? 'yes' : 'NO') : '',
  byCpu?.toFixed(2) ?? '',
];

const meets = (value: number, target: NonNullable<Row['target']>): boolean =>
  'atLeast' in target ? value >= target.atLeast : value <= target.atMost;

export const tableOf = (rows: Row[]): string =>
  [HEADINGS, HEADINGS.map(() => '---'), ...rows.map(cellsOf)]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');

/** Saves the results. Benches that did not run this time keep their last figures if those are from this machine. */
export const saveResults = async (fresh: Row[], order: string[]): Promise<void> => {
  const measuredAt = new Date().toISOString().slice(0, 10);
  const last = await readFile(JSON_FILE, 'utf8').then(
    (text) => JSON.parse(text) as Results,
    () => ({ machine: '', rows: [] }),
  );
  const machine = describeMachine();
  const own = last.machine === machine ? last.rows : [];
  const kept = own.filter(({ bench }) => !fresh.some((row) => row.bench === bench));
  const rows = [...kept, ...fresh.map((row) => ({ ...row, measuredAt }))].sort(
    (a, b) => order.indexOf(a.bench) - order.indexOf(b.bench),
  );
  const results: Results = { machine, rows };
  await writeFile(JSON_FILE, `${JSON.stringify(results, null, 2)}\n`);
  await writeFile(join(FOLDER, 'results.md'), pageOf(results));
};

const pageOf = ({ machine, rows }: Results): string => `# Last results

${machine}. Made by \`npm run bench\`; ratios are medians of rounds in which both sides took turns.

${tableOf(rows)}
`;

export const describeMachine = (): string => {
  const model = cpus()[0]?.model ?? '';
  const processor = model && model !== 'unknown' ? `${model}, ` : '';
  const gibibytes = Math.round(totalmem() / 1024 ** 3);
  return `${processor}${availableParallelism()} cores, ${process.arch}, ${gibibytes} GiB, ${process.platform}, Node ${process.version}`;
};
