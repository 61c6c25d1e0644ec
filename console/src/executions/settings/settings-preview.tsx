import { useQuery } from '@tanstack/react-query';
import { type Execution, urlOf } from 'darkroom-client';
import { api } from '../../api.ts';
import { ErrorNotice } from '../../parts/notice.tsx';
import { ProgressiveImage } from '../../parts/progressive-image.tsx';
import { useDebounced } from '../../use-debounced.ts';
import { imageFor } from '../executions.ts';
import type { Step } from '../use-steps.ts';

type Props = { execution: Execution; steps: readonly Step[]; settings: Record<string, unknown> };

const TYPING_MS = 400;

/** The current result beside a small preview of the result with the changed settings. Nothing is saved or charged. */
export const SettingsPreview = ({ execution, steps, settings }: Props) => {
  const { organizationId: organization, inputs, resultContentHash, resultFileName } = execution;
  const wanted = useDebounced(JSON.stringify(settings), TYPING_MS);
  const { data, error, isFetching } = useQuery({
    queryKey: ['preview', organization, execution.id, steps, wanted],
    queryFn: async ({ signal }) => {
      const response = await api.open('POST', urlOf('/v1/workflow/preview', {}, { organization }), {
        signal,
        headers: { 'content-type': 'application/json', accept: 'image/webp, application/json' },
        body: JSON.stringify({
          workflowComponents: steps,
          inputs: Object.fromEntries(
            Object.keys(inputs)
              .filter((slot) => slot !== 'default')
              .map((slot) => [slot, { required: true, description: '' }]),
          ),
          images: Object.fromEntries(
            Object.entries(inputs).map(([slot, { contentHash }]) => [slot, contentHash]),
          ),
          settings: JSON.parse(wanted),
        }),
      });
      return URL.createObjectURL(await response.blob());
    },
    placeholderData: (previous) => previous,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return (
    <div>
      <ErrorNotice error={error} />
      <div className="settings-preview" aria-busy={isFetching}>
        <figure>
          <span className="thumbnail">
            {resultContentHash && (
              <ProgressiveImage
                {...imageFor('card', organization, resultContentHash, resultFileName ?? 'result')}
                alt="Result now"
                thumbnail
              />
            )}
          </span>
          <figcaption>Now</figcaption>
        </figure>
        <figure>
          <span className="thumbnail">{data && <img src={data} alt="Preview" />}</span>
          <figcaption>{isFetching ? 'Making the preview' : 'With these settings'}</figcaption>
        </figure>
      </div>
    </div>
  );
};
