import { useQuery } from '@tanstack/react-query';
import type { Workflow } from 'darkroom-client';
import { useState } from 'react';
import { workflowsQuery } from '../executions/executions.ts';
import { type Chosen, slotsOf } from '../executions/input-slots.ts';

const LAST_WORKFLOW = 'darkroom-last-workflow';

/** The workflow that a run uses, and the images for its other inputs. */
export type RunChoice = {
  workflow: Workflow | undefined;
  workflows: readonly Workflow[];
  isLoading: boolean;
  error: unknown;
  choose: (id: string) => void;
  /** The inputs other than the main one. */
  slots: readonly string[];
  extras: Chosen;
  setExtra: (slot: string, file: File | null) => void;
  clearExtras: () => void;
};

export const useRunChoice = (organization: string): RunChoice => {
  const { data, error, isPending } = useQuery(workflowsQuery(organization));
  const [id, setId] = useState(() => localStorage.getItem(LAST_WORKFLOW));
  const [extras, setExtras] = useState<Chosen>({});
  const workflow = data?.entries.find((one) => one.id === id) ?? data?.entries[0];
  return {
    workflow,
    workflows: data?.entries ?? [],
    isLoading: isPending,
    error,
    choose: (next) => {
      localStorage.setItem(LAST_WORKFLOW, next);
      setId(next);
    },
    slots: workflow ? slotsOf(workflow.inputs).slice(1) : [],
    extras,
    setExtra: (slot, file) => {
      const { [slot]: _, ...rest } = extras;
      setExtras(file ? { ...rest, [slot]: file } : rest);
    },
    clearExtras: () => setExtras({}),
  };
};
