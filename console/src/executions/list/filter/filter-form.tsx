import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { SelectField, TextField } from '../../../parts/forms/field.tsx';
import { memberNamesQuery } from '../../../session/member-names-query.ts';
import { useSignedIn } from '../../../session/session.ts';
import { ERROR_CODES } from '../../error-codes.ts';
import { workflowsQuery } from '../../executions.ts';
import { type Filter, filterIn } from './filter.ts';

const DAYS: [number, string][] = [
  [1, 'Last 24 hours'],
  [7, 'Last 7 days'],
  [30, 'Last 30 days'],
  [90, 'Last 90 days'],
];

/** All filters of the list that have no place in the bar. */
export const FilterForm = ({ filter, onApply }: { filter: Filter; onApply: (filter: Filter) => void }) => {
  const organization = useSignedIn().organization.id;
  const { data: workflows } = useQuery(workflowsQuery(organization));
  const { data: members } = useQuery(memberNamesQuery(organization));
  const [created, setCreated] = useState(
    filter.days ? `${filter.days}` : filter.from || filter.to ? 'dates' : '',
  );
  const [[key, value] = ['', ''], ...otherLabels] = Object.entries(filter.label ?? {});
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
    const { labelKey, labelValue, noBatch, created, ...texts } = given;
    const pair = labelKey?.trim() ? [[labelKey.trim(), labelValue ?? '']] : [];
    onApply(
      filterIn({
        ...texts,
        search: filter.search,
        status: filter.status,
        noBatch: noBatch === 'on',
        days: Number(created) || undefined,
        label: Object.fromEntries([...pair, ...otherLabels]),
      }),
    );
  };
  return (
    <form className="form filter-form" onSubmit={submit}>
      <SelectField label="Workflow" name="workflow" defaultValue={filter.workflow ?? ''}>
        <option value="">Any</option>
        {workflows?.entries.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Created"
        name="created"
        value={created}
        onChange={({ target }) => setCreated(target.value)}
      >
        <option value="">Any time</option>
        {DAYS.map(([days, words]) => (
          <option key={days} value={days}>
            {words}
          </option>
        ))}
        <option value="dates">Between two dates</option>
      </SelectField>
      {created === 'dates' && (
        <>
          <TextField label="From" name="from" type="date" defaultValue={filter.from} />
          <TextField label="To" name="to" type="date" defaultValue={filter.to} />
        </>
      )}
      <TextField label="Batch name" name="batchName" defaultValue={filter.batchName} />
      <SelectField label="Error" name="errorCode" defaultValue={filter.errorCode ?? ''}>
        <option value="">Any</option>
        {Object.entries(ERROR_CODES).map(([code, words]) => (
          <option key={code} value={code}>
            {words}
          </option>
        ))}
      </SelectField>
      <SelectField label="Created by" name="user" defaultValue={filter.user ?? ''}>
        <option value="">Anyone</option>
        {[...(members ?? [])].map(([id, name]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField label="Order" name="sort" defaultValue={filter.sort ?? ''}>
        <option value="">Newest first</option>
        <option value="createdAt">Oldest first</option>
      </SelectField>
      <TextField label="Label key" name="labelKey" defaultValue={key} />
      <TextField label="Label value" name="labelValue" defaultValue={value} />
      <details className="whole">
        <summary>More</summary>
        <TextField label="Exact file name" name="inputFileName" defaultValue={filter.inputFileName} />
        <TextField
          label="SHA-256 of the original"
          name="inputContentHash"
          defaultValue={filter.inputContentHash}
          pattern="[0-9a-f]{64}"
        />
        <TextField
          label="Workflow version ID"
          name="workflowVersion"
          defaultValue={filter.workflowVersion}
          pattern="[0-9a-f\-]{36}"
        />
        <TextField label="Batch ID" name="batch" defaultValue={filter.batch} pattern="[0-9a-f\-]{36}" />
      </details>
      <label className="check whole">
        <input type="checkbox" name="noBatch" defaultChecked={filter.noBatch} />
        Only executions without a batch
      </label>
      <div className="actions end whole">
        <button type="submit" className="button primary">
          Show executions
        </button>
      </div>
    </form>
  );
};
