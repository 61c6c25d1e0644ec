import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Execution } from 'darkroom-client';
import { useState } from 'react';
import { api, queries } from '../api.ts';
import { credits } from '../format.ts';
import { Dialog } from '../parts/dialog.tsx';
import { SelectField } from '../parts/forms/field.tsx';
import { ErrorNotice } from '../parts/notice.tsx';
import { workflowsQuery } from './executions.ts';
import { SettingsArea } from './settings/settings-area.tsx';

type Settings = Record<string, unknown>;

/** Runs the same images again, with another workflow or other settings. */
export const RunAgainDialog = ({ execution, onClose }: { execution: Execution; onClose: () => void }) => {
  const organization = execution.organizationId;
  const { data: workflows, error } = useQuery(workflowsQuery(organization));
  const [workflowId, setWorkflowId] = useState(execution.workflow);
  const [changed, setSettings] = useState<Settings>();
  const [idempotencyKey] = useState(() => crypto.getRandomValues(new Uint32Array(4)).join('-'));
  const navigate = useNavigate();
  const workflow = workflows?.entries.find(({ id }) => id === workflowId) ?? workflows?.entries[0];
  const settings = changed ?? (workflow?.id === execution.workflow ? execution.settings : {});
  const isDeleted = workflows?.entries.every(({ id }) => id !== execution.workflow) ?? false;
  const run = useMutation({
    mutationFn: () =>
      api.post('/v1/workflow/execution/create', {
        query: { workflow: workflow?.id ?? '', organization },
        body: { images: execution.inputs, labels: execution.labels, settings },
        headers: { 'idempotency-key': idempotencyKey },
      }),
    onSuccess: (id) => {
      queries.invalidateQueries({ queryKey: ['executions', organization] });
      onClose();
      navigate({ to: '/execution/$id', params: { id } });
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title="Run again with…"
      description={`A new execution of ${execution.inputFileName}. This one stays as it is.`}
    >
      <ErrorNotice error={error} />
      <SelectField
        label="Workflow"
        value={workflow?.id ?? ''}
        onChange={({ target }) => {
          setWorkflowId(target.value);
          setSettings(undefined);
        }}
      >
        {workflows?.entries.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      {isDeleted && (
        <p className="hint">
          {execution.workflowName} was archived. The new execution runs another workflow.
        </p>
      )}
      {workflow && (
        <SettingsArea
          key={workflow.version}
          execution={execution}
          steps={workflow.workflowComponents}
          settings={settings}
          onChange={setSettings}
        />
      )}
      <ErrorNotice error={run.error} />
      <div className="actions end">
        <button type="button" className="button" onClick={onClose}>
          Go back
        </button>
        <button
          type="button"
          className="button primary"
          disabled={!workflow || run.isPending}
          onClick={() => run.mutate()}
        >
          {workflow ? `Run for ${credits(workflow.executionPrice)}` : 'Run'}
        </button>
      </div>
    </Dialog>
  );
};
