import { useQuery } from '@tanstack/react-query';
import { batchNamesQuery } from '../../../batches/batches.ts';
import { memberNamesQuery } from '../../../session/member-names-query.ts';
import { useSignedIn } from '../../../session/session.ts';
import { ERROR_CODES } from '../../error-codes.ts';
import { workflowsQuery } from '../../executions.ts';
import { type Filter, isNarrowed, withoutPart } from './filter.ts';

type Props = { filter: Filter; onChange: (filter: Filter) => void };

/** The filters that are set, except search and status, each with a button that removes it. */
export const FilterChips = ({ filter, onChange }: Props) => {
  const organization = useSignedIn().organization.id;
  const { data: workflows } = useQuery({
    ...workflowsQuery(organization),
    enabled: filter.workflow !== undefined,
  });
  const { data: members } = useQuery({
    ...memberNamesQuery(organization),
    enabled: filter.user !== undefined,
  });
  const { data: batches } = useQuery({
    ...batchNamesQuery(organization),
    enabled: filter.batch !== undefined,
  });
  const batch = batches?.get(filter.batch ?? '');
  const error = new Map<string, string>(Object.entries(ERROR_CODES)).get(filter.errorCode ?? '');
  const workflow = workflows?.entries.find(({ id }) => id === filter.workflow)?.name;
  const user = filter.user && members?.get(filter.user);
  const labels = Object.entries(filter.label ?? {}).map(([key, value]) => `${key}: ${value}`);
  const chips: [keyof Filter, string | false | undefined][] = [
    ['workflow', filter.workflow && `Workflow: ${workflow ?? filter.workflow.slice(0, 8)}`],
    ['workflowVersion', filter.workflowVersion && `Version: ${filter.workflowVersion.slice(0, 8)}`],
    ['batch', filter.batch && `Batch: ${batch ?? filter.batch.slice(0, 8)}`],
    ['batchName', filter.batchName && `Batch: ${filter.batchName}`],
    ['noBatch', filter.noBatch && 'Without batch'],
    ['days', filter.days !== undefined && lastDays(filter.days)],
    ['from', filter.from && `From ${filter.from}`],
    ['to', filter.to && `To ${filter.to}`],
    ['errorCode', filter.errorCode && `Error: ${error ?? filter.errorCode}`],
    ['user', filter.user && `By ${user ?? filter.user.slice(0, 8)}`],
    ['label', labels.join(', ')],
    ['inputFileName', filter.inputFileName && `File name: ${filter.inputFileName}`],
    ['inputContentHash', filter.inputContentHash && `SHA-256: ${filter.inputContentHash.slice(0, 8)}…`],
    ['sort', filter.sort && 'Oldest first'],
  ];
  const shown = chips.filter(([, words]) => words);
  if (shown.length === 0 && !isNarrowed(filter)) return null;
  return (
    <div className="chips">
      {shown.map(([name, words]) => (
        <button key={name} type="button" className="chip" onClick={() => onChange(withoutPart(filter, name))}>
          <span className="cut">{words}</span>
          <span aria-hidden="true">×</span>
          <span className="hidden"> Remove this filter</span>
        </button>
      ))}
      <button type="button" className="chip plain" onClick={() => onChange({})}>
        Clear all
      </button>
    </div>
  );
};

const lastDays = (days: number): string => (days === 1 ? 'Last 24 hours' : `Last ${days} days`);
