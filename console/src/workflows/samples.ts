import { useMutation, useQuery } from '@tanstack/react-query';
import { uploadImage } from 'darkroom-client';
import { useEffect, useState } from 'react';
import { api } from '../api.ts';
import { newestExecutions } from '../executions/executions.ts';
import { showToast } from '../frame/toasts.tsx';
import { readStored, writeStored } from '../local-storage.ts';

/** An image of the organization that workflows are tried on. */
export type Sample = { hash: string; name: string };

const MAX_SAMPLES = 10;
const FROM_EXECUTIONS = 6;

const keyOf = (organization: string): string => `darkroom-samples:${organization}`;

/** The images that the editor previews on: those that the user chose, or else the inputs of the newest executions. */
export const useSamples = (organization: string) => {
  const [chosen, setChosen] = useState(() => readStored<Sample[]>(keyOf(organization)));
  const recent = useQuery({
    ...newestExecutions(organization, { limit: 50 }),
    enabled: chosen === null,
    refetchInterval: false,
  });
  const samples = chosen ?? inputsOf(recent.data?.entries ?? []);
  const change = (next: Sample[]) => {
    writeStored(keyOf(organization), next);
    setChosen(next);
  };
  // Apply changes from other tabs, so that all tabs show the same samples.
  useEffect(() => {
    const onStorage = ({ key }: StorageEvent) => {
      if (key === keyOf(organization)) setChosen(readStored<Sample[]>(keyOf(organization)));
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, [organization]);

  const upload = useMutation({
    mutationFn: async (files: readonly File[]) => {
      // Photos that the user adds replace those of the newest executions.
      const own = chosen ?? [];
      const added: Sample[] = [];
      const taken = files.slice(0, MAX_SAMPLES - own.length);
      for (const file of taken) {
        const hash = await uploadImage(api, file, { organization });
        if (![...own, ...added].some((sample) => sample.hash === hash)) added.push({ hash, name: file.name });
        change([...own, ...added]);
      }
      if (taken.length < files.length)
        showToast(
          `${taken.length} of ${files.length} photos were added: there are at most ${MAX_SAMPLES} samples.`,
        );
      return added;
    },
  });
  return {
    samples,
    hasRoom: (chosen ?? []).length < MAX_SAMPLES,
    isLoading: chosen === null && recent.isPending,
    add: upload,
    remove: (hash: string) => change(samples.filter((sample) => sample.hash !== hash)),
  };
};

export type Samples = ReturnType<typeof useSamples>;

const inputsOf = (executions: readonly { inputContentHash: string; inputFileName: string }[]): Sample[] => {
  const byHash = new Map(
    executions.map(({ inputContentHash, inputFileName }) => [inputContentHash, inputFileName]),
  );
  return [...byHash].slice(0, FROM_EXECUTIONS).map(([hash, name]) => ({ hash, name }));
};

/** Samples for the additional inputs of one workflow, such as a logo, by the name of the input. */
export const useInputSamples = (organization: string, workflow: string) => {
  const key = `darkroom-input-samples:${organization}:${workflow}`;
  const [samples, setSamples] = useState(() => readStored<Record<string, Sample>>(key) ?? {});
  const upload = useMutation({
    mutationFn: async ({ input, file }: { input: string; file: File }) => {
      const hash = await uploadImage(api, file, { organization });
      setSamples((previous) => {
        const next = { ...previous, [input]: { hash, name: file.name } };
        writeStored(key, next);
        return next;
      });
    },
  });
  return { samples, upload };
};

export type InputSamples = ReturnType<typeof useInputSamples>;
