import { queryOptions, useQuery } from '@tanstack/react-query';
import { Refused, urlOf } from 'darkroom-client';
import { useEffect, useMemo } from 'react';
import { api } from '../api.ts';
import type { Draft } from './draft.ts';

const KEPT_MS = 120_000;
const TRIES = 4;

/** Content hashes of the images to preview on, by the name of the input. */
export type PreviewImages = { default: string } & Record<string, string>;

type Steps = Pick<Draft, 'inputs' | 'workflowComponents'>;

/**
 * The part of a draft that the preview after a step needs, so that mistakes in later steps do not affect the
 * preview.
 */
const stepsUpTo = ({ inputs, workflowComponents }: Steps, step: string | null): Steps => ({
  inputs,
  workflowComponents:
    step === null
      ? workflowComponents
      : workflowComponents.slice(0, workflowComponents.findIndex(({ id }) => id === step) + 1),
});

/** The preview of all given steps on the images, as a small WebP image. */
export const previewQuery = (organization: string, steps: Steps, images: PreviewImages) => {
  // Send an input without a sample as optional, so that the preview skips the steps that use it. The service refuses a
  // preview without a required input.
  const inputs = Object.fromEntries(
    Object.entries(steps.inputs).map(([name, input]) => [
      name,
      { ...input, required: name === 'default' || (input.required && name in images) },
    ]),
  );
  const body = { inputs, workflowComponents: steps.workflowComponents, images };
  return queryOptions({
    queryKey: ['preview', organization, body],
    queryFn: async ({ signal }) => {
      const response = await api.open('POST', urlOf('/v1/workflow/preview', {}, { organization }), {
        signal,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return response.blob();
    },
    // A preview never becomes outdated: the same steps on the same images give the same one.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT_MS,
    // The service refuses a preview after too many in the last minute, or while too many run. Wait as long as it
    // says.
    retry: (count, error) =>
      count < TRIES &&
      error instanceof Refused &&
      (error.status === 429 || error.status === 503 || error.status === 0),
    retryDelay: (count, error) =>
      1000 * (error instanceof Refused ? (error.retryAfterSeconds ?? 2 ** count) : 2 ** count),
  });
};

/** The object URL of a blob, revoked when the blob changes or the component is removed. */
export const useBlobUrl = (blob: Blob | undefined): string | undefined => {
  const url = useMemo(() => blob && URL.createObjectURL(blob), [blob]);
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url]);
  return url;
};

/** The preview after a step; the last image stays until the next one has come. */
export const usePreview = (
  organization: string,
  draft: Draft,
  step: string | null,
  images: PreviewImages | null,
) => {
  const steps = useMemo(() => stepsUpTo(draft, step), [draft, step]);
  return useQuery({
    ...previewQuery(organization, steps, images ?? { default: '' }),
    enabled: images !== null,
    placeholderData: (previous) => (images ? previous : undefined),
  });
};
