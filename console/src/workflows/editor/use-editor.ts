import { useQuery } from '@tanstack/react-query';
import { Refused } from 'darkroom-client';
import { useEffect, useMemo, useReducer, useState } from 'react';
import { useDebounced } from '../../use-debounced.ts';
import { type Component, type Draft, INPUT, isSameDraft } from '../draft.ts';
import { forgetDraft, type StoredDraft, storeDraft, storedDraft } from '../draft-store.ts';
import { historyOf, historyReducer } from '../history.ts';
import { type Problem, problemOf } from '../problems.ts';
import { estimateQuery } from '../workflows.ts';

/** Debounces typing: one request for a price and one for a preview after a pause of this length. */
const TYPING_MS = 200;

type Options = {
  organization: string;
  /** The name under which this browser keeps the draft. */
  storedAs: string;
  /** The workflow as it is saved, or the start of a new one. */
  saved: StoredDraft;
  /** The step to select first; the last one by default. */
  step: string | undefined;
  components: readonly Component[];
  mayEdit: boolean;
};

/** The state of the editor: the draft with undo and redo, the chosen step, the price, and the first mistake. */
export const useEditor = ({ organization, storedAs, saved, step, components, mayEdit }: Options) => {
  const [base, setBase] = useState(saved);
  const [found] = useState(() => storedDraft(organization, storedAs));
  const [history, dispatch] = useReducer(historyReducer<Draft>, historyOf(found?.draft ?? saved.draft));
  const [chosen, setChosen] = useState(() => step ?? history.present.workflowComponents.at(-1)?.id ?? INPUT);
  const [version, setVersion] = useState(found ? found.version : saved.version);
  const draft = history.present;
  const isChanged = !isSameDraft(draft, base.draft);
  useEffect(() => {
    if (isChanged) storeDraft(organization, storedAs, { draft, version });
    else forgetDraft(organization, storedAs);
  }, [organization, storedAs, draft, version, isChanged]);

  const debouncedDraft = useDebounced(draft, TYPING_MS);
  const estimate = useQuery({
    ...estimateQuery(organization, debouncedDraft),
    placeholderData: (previous) => previous,
  });
  const problem = useMemo<Problem | null>(() => {
    const { error } = estimate;
    return error instanceof Refused && error.status === 400 ? problemOf(error.message, debouncedDraft) : null;
  }, [estimate, debouncedDraft]);

  const steps = draft.workflowComponents;
  const isThere = chosen === INPUT || steps.some(({ id }) => id === chosen);
  return {
    organization,
    storedAs,
    components,
    mayEdit,
    draft,
    /** Prices and previews are made from the debounced draft. */
    debouncedDraft,
    base: { ...base, version },
    isChanged,
    wasRestored: found !== null && !isSameDraft(found.draft, saved.draft),
    selected: isThere ? chosen : (steps.at(-1)?.id ?? INPUT),
    select: setChosen,
    /** Changes the draft. Successive changes with the same `field` are undone together. */
    change: (value: Draft, field?: string) => dispatch({ type: 'change', value, field }),
    undo: () => dispatch({ type: 'undo' }),
    redo: () => dispatch({ type: 'redo' }),
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    /** Goes back to what is saved; this can be undone. */
    discard: () => {
      dispatch({ type: 'change', value: base.draft });
      setVersion(base.version);
    },
    /** Records that the draft is saved as this version. */
    markSaved: (value: Draft, savedVersion: string) => {
      setBase({ draft: value, version: savedVersion });
      setVersion(savedVersion);
    },
    estimate,
    problem,
    componentOf: (name: string) => components.find((component) => component.name === name),
  };
};

export type Editor = ReturnType<typeof useEditor>;
