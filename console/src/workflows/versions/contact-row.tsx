import { useQueries } from '@tanstack/react-query';
import type { Execution, Workflow } from 'darkroom-client';
import { useEffect, useRef, useState } from 'react';
import { api, errorMessage } from '../../api.ts';
import { imageUrl } from '../../executions/executions.ts';
import { type PreviewImages, previewQuery, useBlobUrl } from '../preview.ts';
import { type Compared, compareFiles } from './difference.ts';

type Props = {
  organization: string;
  name: string;
  images: PreviewImages;
  versions: [before: Workflow, after: Workflow];
  /** The executions at full size, if they were run: their results replace the previews. */
  executions: [before: Execution | undefined, after: Execution | undefined];
  enabled: boolean;
  onDone: () => void;
};

/** One sample of the contact sheet: both versions and their difference. */
export const ContactRow = ({ organization, name, images, versions, executions, enabled, onDone }: Props) => {
  const previews = useQueries({
    queries: versions.map((version) => ({
      ...previewQuery(organization, version, imagesOf(version, images)),
      enabled,
    })),
  });
  const results = useQueries({
    queries: executions.map((execution) => ({
      queryKey: ['full-size-result', organization, execution?.id],
      queryFn: ({ signal }: { signal: AbortSignal }) => fileOf(organization, execution, signal),
      enabled: execution !== undefined,
      staleTime: Number.POSITIVE_INFINITY,
    })),
  });
  const isFull = results.every(({ data, error }) => data || error);
  const [before, after] = isFull ? results : previews;
  const compared = useCompared(before?.data, after?.data);
  const isOver = previews.every(({ data, error }) => data || error);
  const finish = useRef(onDone);
  finish.current = onDone;
  useEffect(() => {
    if (isOver) finish.current();
  }, [isOver]);
  const cell = (label: 'A' | 'B', query: typeof before, size: string | undefined) => (
    <Shown label={label} name={name} blob={query?.data} error={query?.error} size={size} isFull={isFull} />
  );
  return (
    <li aria-label={name} aria-busy={!isOver && enabled}>
      <h3 className="cut" title={name}>
        {name}
      </h3>
      <div className="contact-images">
        {cell('A', before, compared?.sizes[0])}
        {cell('B', after, compared?.sizes[1])}
        <figure>
          <div className="contact-image contact-difference">
            {compared && <Shot image={compared.shown} name={name} />}
          </div>
          <figcaption>{compared ? wordsFor(compared) : 'Difference'}</figcaption>
        </figure>
      </div>
    </li>
  );
};

/** The images for the inputs that this version has. */
const imagesOf = ({ inputs }: Workflow, images: PreviewImages): PreviewImages => ({
  ...Object.fromEntries(Object.entries(images).filter(([name]) => name in inputs)),
  default: images.default,
});

/** The result file of an execution. Throws the reason if it has none. */
const fileOf = async (organization: string, execution: Execution | undefined, signal: AbortSignal) => {
  const { resultContentHash: hash, resultFileName, error, status } = execution ?? {};
  if (!hash) throw new Error(error?.message ?? `The execution has no result (${status}).`);
  const response = await api.open('GET', imageUrl(organization, hash, resultFileName ?? 'result'), {
    signal,
  });
  return response.blob();
};

const useCompared = (before: Blob | undefined, after: Blob | undefined): Compared | undefined => {
  const [compared, setCompared] = useState<Compared>();
  useEffect(() => {
    setCompared(undefined);
    if (!before || !after) return;
    let isCurrent = true;
    compareFiles(before, after).then(
      (result) => isCurrent && setCompared(result),
      // A format that this browser cannot decode is shown without a difference.
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [before, after]);
  return compared;
};

const wordsFor = ({ changed, mean }: Compared): string => {
  if (mean === 0) return 'No difference';
  const percent = changed * 100;
  return `${percent >= 10 ? Math.round(percent) : percent.toFixed(1)} % of the image differs`;
};

type ShownProps = {
  label: 'A' | 'B';
  name: string;
  blob: Blob | undefined;
  error: unknown;
  size: string | undefined;
  isFull: boolean;
};

const Shown = ({ label, name, blob, error, size, isFull }: ShownProps) => {
  const url = useBlobUrl(blob);
  const kilobytes = blob && `${(blob.size / 1000).toFixed(1)} kB`;
  const message = error instanceof Error ? error.message : errorMessage(error);
  return (
    <figure>
      <div className="contact-image">
        {url && <img src={url} alt={`${name}, version ${label}`} />}
        {error ? <p className="field-problem">{message}</p> : null}
      </div>
      <figcaption>
        {label}
        {kilobytes && `: ${[!isFull && 'preview', size, kilobytes].filter(Boolean).join(', ')}`}
      </figcaption>
    </figure>
  );
};

const Shot = ({ image, name }: { image: ImageData; name: string }) => {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => canvas.current?.getContext('2d')?.putImageData(image, 0, 0), [image]);
  return (
    <canvas
      ref={canvas}
      width={image.width}
      height={image.height}
      role="img"
      aria-label={`Difference of the versions on ${name}`}
    />
  );
};
