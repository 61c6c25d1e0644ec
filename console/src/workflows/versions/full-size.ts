import { useMutation, useQuery } from '@tanstack/react-query';
import { type Execution, isFinal, Refused, type Workflow } from 'darkroom-client';
import { useState } from 'react';
import { api, queries } from '../../api.ts';
import type { InputSamples, Sample } from '../samples.ts';

const ASK_EVERY_MS = 1_000;

type Run = { batch: string; count: number };

const isOver = ({ status }: Execution): boolean =>
  isFinal(status) || status === 'IN_QA' || status === 'PAYMENT_REQUIRED';

/** Runs two versions on the samples as ordinary executions, for the sizes of the result files. They are charged. */
export const useFullSize = (organization: string, versions: readonly [Workflow, Workflow]) => {
  const [run, setRun] = useState<Run | null>(null);
  const executions = useQuery({
    queryKey: ['full-size', organization, run?.batch],
    queryFn: ({ signal }) =>
      api.get('/v2/workflow/execution', {
        query: { organization, batchName: run?.batch ?? '', limit: 100 },
        signal,
      }),
    enabled: run !== null,
    refetchInterval: ({ state }) =>
      run && (state.data?.entries.filter(isOver).length ?? 0) < run.count ? ASK_EVERY_MS : false,
  });
  const start = useMutation({
    mutationFn: async ({
      samples,
      others,
    }: {
      samples: readonly Sample[];
      others: InputSamples['samples'];
    }) => {
      const [{ id, name }] = versions;
      const batch = `Comparison of ${name}, ${new Date().toISOString()}`;
      const created = await Promise.all(
        versions.map(({ version, inputs }) =>
          api.post('/v1/workflow/execution/create-many', {
            query: { organization, workflow: id, version },
            body: samples.map((sample) => ({
              images: imagesFor(inputs, sample, others),
              labels: { service_batch_name: batch },
            })),
          }),
        ),
      );
      const results = created.flatMap(({ entries }) => entries);
      const refused = results.find(({ error }) => error)?.error;
      if (refused && results.every(({ error }) => error)) throw new Refused(refused.status, refused.message);
      setRun({ batch, count: results.filter(({ error }) => !error).length });
      queries.invalidateQueries({ queryKey: ['balance', organization] });
    },
  });
  const entries = executions.data?.entries ?? [];
  return {
    start,
    error: start.error ?? executions.error,
    isRunning: start.isPending || (run !== null && entries.filter(isOver).length < run.count),
    /** The execution of a version on a sample, once it has ended. */
    find: (version: string, hash: string): Execution | undefined =>
      entries.find(
        (execution) =>
          execution.workflowVersion === version && execution.inputContentHash === hash && isOver(execution),
      ),
  };
};

const imagesFor = (inputs: Workflow['inputs'], sample: Sample, others: InputSamples['samples']) =>
  Object.fromEntries(
    Object.entries({ ...others, default: sample })
      .filter(([input]) => input in inputs)
      .map(([input, { name, hash }]) => [input, { name, contentHash: hash }]),
  );
