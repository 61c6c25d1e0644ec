import { queryOptions, useQuery } from '@tanstack/react-query';
import { type Execution, isFinal, type Status, urlOf } from 'darkroom-client';
import { api, queries } from '../api.ts';
import type { ImageSource } from '../parts/progressive-image.tsx';
import { useEventStream } from '../use-event-stream.ts';

const BUSY_MS = 1_000;
const QUIET_MS = 5_000;

const isBusy = ({ status }: Execution): boolean => status === 'CREATED' || status === 'ACTIVE';

/** The newest executions, reloaded every second while one of them is queued or running, and every 5 s otherwise. */
export const newestExecutions = (
  organization: string,
  { limit, status }: { limit: number; status?: Status },
) =>
  queryOptions({
    queryKey: ['executions', organization, limit, status],
    queryFn: ({ signal }) =>
      api.get('/v2/workflow/execution', {
        query: { organization, limit, ...(status && { status: [status] }) },
        signal,
      }),
    // Polls, because one status stream per execution would use up the few connections a browser opens to one host.
    refetchInterval: ({ state }) => (state.data?.entries.some(isBusy) ? BUSY_MS : QUIET_MS),
    placeholderData: (previous) => previous,
  });

export const balanceQuery = (organization: string) =>
  queryOptions({
    queryKey: ['balance', organization],
    queryFn: ({ signal }) => api.get('/v1/organization/balance', { query: { organization }, signal }),
    refetchInterval: QUIET_MS,
  });

export const workflowsQuery = (organization: string) =>
  queryOptions({
    queryKey: ['workflows', organization],
    queryFn: ({ signal }) => api.get('/v1/workflow', { query: { organization, limit: 1000 }, signal }),
    staleTime: 30_000,
  });

const executionQuery = (organization: string, id: string) =>
  queryOptions({
    queryKey: ['execution', organization, id],
    queryFn: ({ signal }) =>
      api.get('/v1/workflow/execution/{id}', { path: { id }, query: { organization }, signal }),
  });

/** One execution, reloaded at each event of its status stream. */
export const useExecution = (organization: string, id: string | undefined) => {
  const query = useQuery({ ...executionQuery(organization, id ?? ''), enabled: id !== undefined });
  const status = query.data?.status;
  const isOpen = id !== undefined && status !== undefined && !isFinal(status);
  const stream = urlOf('/v1/workflow/execution/{id}/status', { id }, { organization });
  useEventStream(isOpen ? stream : null, async () => {
    await queries.invalidateQueries({ queryKey: ['execution', organization, id] });
    queries.invalidateQueries({ queryKey: ['executions', organization] });
    queries.invalidateQueries({ queryKey: ['balance', organization] });
  });
  return query;
};

/** The address of an image or, with `size`, of a thumbnail whose longer side is at most `size` pixels long. */
export const imageUrl = (
  organization: string,
  hash: string,
  name: string,
  size?: 160 | 320 | 640 | 1280,
): string => urlOf('/v1/image/{hash}/{name}', { hash, name }, { organization, size });

/** The two thumbnail sizes for each place where images are shown; the second is for screens with a pixel ratio of 2. */
const COPIES = { stamp: [160, 320], card: [320, 640], stage: [1280, 1280] } as const;

export const imageFor = (
  place: keyof typeof COPIES,
  organization: string,
  hash: string,
  name: string,
): ImageSource => {
  const [small, dense] = COPIES[place];
  return {
    src: imageUrl(organization, hash, name),
    small: imageUrl(organization, hash, name, small),
    smallDense: imageUrl(organization, hash, name, dense),
  };
};

/** The result of an execution, or its original until there is a result. */
export const resultFor = (place: keyof typeof COPIES, execution: Execution): ImageSource => {
  const { organizationId, inputContentHash, inputFileName, resultContentHash, resultFileName } = execution;
  return resultContentHash
    ? imageFor(place, organizationId, resultContentHash, resultFileName ?? 'result')
    : imageFor(place, organizationId, inputContentHash, inputFileName);
};

/** A copy of the original that is large enough to draw on. */
export const photoOf = ({ organizationId, inputContentHash, inputFileName }: Execution): string =>
  imageUrl(organizationId, inputContentHash, inputFileName, 640);

/** The images of an execution for the viewer, each with its thumbnail, which lists have usually loaded already. */
export const viewerImages = (execution: Execution) => {
  const { organizationId, inputContentHash, inputFileName, resultContentHash, resultFileName } = execution;
  const of = (hash: string, name: string) => ({
    ...imageFor('stage', organizationId, hash, name),
    tiny: imageUrl(organizationId, hash, name, 320),
  });
  return {
    original: of(inputContentHash, inputFileName),
    result: of(resultContentHash ?? inputContentHash, resultFileName ?? 'result'),
  };
};
