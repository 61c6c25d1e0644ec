import { Link } from '@tanstack/react-router';
import type { Workflow } from 'darkroom-client';
import { useMemo } from 'react';
import { count, credits } from '../../format.ts';
import { RelativeTime } from '../../parts/relative-time.tsx';
import type { WorkflowSort } from '../../routes/workflows.ts';
import { mayManage } from '../../session/rights.ts';
import { useSignedIn } from '../../session/session.ts';
import { stepsInWords, useComponentTitles } from '../component-titles.ts';
import type { WeekOfWorkflow } from '../workflows.ts';
import { Cover } from './cover.tsx';
import { RowMenu } from './row-menu.tsx';

type Weeks = Record<string, WeekOfWorkflow>;
type Props = {
  workflows: readonly Workflow[] | undefined;
  /** The runs and failures of the last seven days. Undefined while they load, or when the role may not read them. */
  week: Weeks | undefined;
  sort: WorkflowSort;
  onSort: (sort: WorkflowSort) => void;
};

const NO_RUNS: WeekOfWorkflow = { runs: 0, failures: 0 };
const SKELETON_ROWS = [0, 1, 2, 3];

const failureShare = ({ runs, failures }: WeekOfWorkflow): number => (runs === 0 ? 0 : failures / runs);

const ORDERS: Record<WorkflowSort, (weeks: Weeks) => (one: Workflow, other: Workflow) => number> = {
  name: () => (one, other) => one.name.localeCompare(other.name),
  changed: () => (one, other) => other.date.localeCompare(one.date),
  price: () => (one, other) => other.executionPrice - one.executionPrice,
  runs: (weeks) => (one, other) => (weeks[other.id]?.runs ?? 0) - (weeks[one.id]?.runs ?? 0),
  failures: (weeks) => (one, other) =>
    failureShare(weeks[other.id] ?? NO_RUNS) - failureShare(weeks[one.id] ?? NO_RUNS),
};

export const WorkflowTable = ({ workflows, week, sort, onSort }: Props) => {
  const { organization } = useSignedIn();
  const isManager = mayManage(organization.role);
  const sorted = useMemo(() => workflows?.toSorted(ORDERS[sort](week ?? {})), [workflows, week, sort]);
  const heading = (by: WorkflowSort, title: string) => (
    <th scope="col" aria-sort={sort === by ? (by === 'name' ? 'ascending' : 'descending') : undefined}>
      <button type="button" className="sort" onClick={() => onSort(by)}>
        {title}
        <span aria-hidden="true">{sort === by ? (by === 'name' ? '↑' : '↓') : ''}</span>
      </button>
    </th>
  );
  return (
    <div className="card flush">
      <table className="table workflow-table" aria-busy={!sorted}>
        <caption className="hidden">Workflows</caption>
        <thead>
          <tr>
            {heading('name', 'Workflow')}
            {heading('price', 'Price')}
            {isManager && heading('runs', 'Runs (7 days)')}
            {isManager && heading('failures', 'Failed (7 days)')}
            {heading('changed', 'Changed')}
            <th scope="col">
              <span className="hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {sorted
            ? sorted.map((workflow) => (
                <Row
                  key={workflow.id}
                  workflow={workflow}
                  isManager={isManager}
                  week={week && (week[workflow.id] ?? NO_RUNS)}
                />
              ))
            : SKELETON_ROWS.map((row) => (
                <tr key={row}>
                  <td colSpan={isManager ? 6 : 4}>
                    <span className="skeleton line" />
                  </td>
                </tr>
              ))}
        </tbody>
      </table>
    </div>
  );
};

const Row = ({
  workflow,
  week,
  isManager,
}: {
  workflow: Workflow;
  week: WeekOfWorkflow | undefined;
  isManager: boolean;
}) => {
  const { id, name, executionPrice, date, author } = workflow;
  const titleOf = useComponentTitles();
  return (
    <tr>
      <td className="workflow-name">
        <div>
          <Cover workflow={id} />
          <div>
            <Link to="/workflows/$id" params={{ id }} className="cut">
              {name}
            </Link>
            <span className="sub cut">{stepsInWords(workflow, titleOf)}</span>
          </div>
        </div>
      </td>
      <td data-label="Price" className="nowrap">
        <div>{credits(executionPrice)}</div>
      </td>
      {isManager && (
        <>
          <td data-label="Runs (7 days)">
            <div>{week ? count(week.runs) : ' '}</div>
          </td>
          <td data-label="Failed (7 days)">
            <div>{week ? <Failures week={week} /> : ' '}</div>
          </td>
        </>
      )}
      <td data-label="Changed" className="nowrap">
        <div>
          <RelativeTime at={date} />
          <span className="sub cut">{author.name}</span>
        </div>
      </td>
      <td className="act" data-label="Actions">
        <div>
          <RowMenu workflow={workflow} />
        </div>
      </td>
    </tr>
  );
};

const Failures = ({ week }: { week: WeekOfWorkflow }) => {
  if (week.runs === 0) return '–';
  const percent = failureShare(week) * 100;
  const words = `${percent > 0 && percent < 1 ? '<1' : Math.round(percent)} %`;
  return week.failures > 0 ? <span className="failure-rate">{words}</span> : words;
};
