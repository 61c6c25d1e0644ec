import { useQueries } from '@tanstack/react-query';
import type { Workflow } from 'darkroom-client';
import { useEffect, useRef, useState } from 'react';
import { sentenceOf } from '../../api.ts';
import { SampleStrip } from '../editor/sample-strip.tsx';
import { previewQuery, useBlobUrl } from '../preview.ts';
import { useInputSamples, useSamples } from '../samples.ts';
import { type Compared, compareFiles } from './difference.ts';

/** So many samples are rendered at a time, and the rest when these are done. */
const AT_ONCE = 3;

type Props = { organization: string; before: Workflow; after: Workflow };

/** Two versions of a workflow on every sample, side by side, with their difference. */
export const ContactSheet = ({ organization, before, after }: Props) => {
  const strip = useSamples(organization);
  const { samples: inputSamples } = useInputSamples(organization, after.id);
  const { samples } = strip;
  const [done, setDone] = useState<ReadonlySet<string>>(new Set());
  const others = Object.fromEntries(Object.entries(inputSamples).map(([name, { hash }]) => [name, hash]));
  const allowed = done.size + AT_ONCE;
  return (
    <section className="section" aria-labelledby="on-samples">
      <h2 id="on-samples">On your samples</h2>
      <SampleStrip samples={strip} chosen={undefined} onChoose={() => {}} />
      {samples.length === 0 && !strip.isLoading && <p>Add up to ten photos to see both versions on them.</p>}
      <ul className="contact-sheet">
        {samples.map(({ hash, name }, index) => (
          <ContactRow
            key={`${hash} ${before.version} ${after.version}`}
            organization={organization}
            name={name}
            images={{ ...others, default: hash }}
            versions={[before, after]}
            enabled={index < allowed}
            onDone={() => setDone((previous) => new Set(previous).add(hash))}
          />
        ))}
      </ul>
    </section>
  );
};

type RowProps = {
  organization: string;
  name: string;
  images: { default: string } & Record<string, string>;
  versions: [before: Workflow, after: Workflow];
  enabled: boolean;
  onDone: () => void;
};

const ContactRow = ({ organization, name, images, versions, enabled, onDone }: RowProps) => {
  const previews = useQueries({
    queries: versions.map((version) => ({
      ...previewQuery(organization, version, imagesOf(version, images)),
      enabled,
    })),
  });
  const [before, after] = previews;
  const [compared, setCompared] = useState<Compared>();
  const isOver = previews.every(({ data, error }) => data || error);
  const finish = useRef(onDone);
  finish.current = onDone;
  useEffect(() => {
    if (isOver) finish.current();
  }, [isOver]);
  useEffect(() => {
    if (!before?.data || !after?.data) return;
    let isCurrent = true;
    compareFiles(before.data, after.data).then((result) => isCurrent && setCompared(result));
    return () => {
      isCurrent = false;
    };
  }, [before?.data, after?.data]);
  return (
    <li aria-label={name} aria-busy={!isOver}>
      <h3 className="cut" title={name}>
        {name}
      </h3>
      <div className="contact-images">
        <Shown label="A" name={name} blob={before?.data} error={before?.error} size={compared?.sizes[0]} />
        <Shown label="B" name={name} blob={after?.data} error={after?.error} size={compared?.sizes[1]} />
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
const imagesOf = ({ inputs }: Workflow, images: RowProps['images']): RowProps['images'] => ({
  ...Object.fromEntries(Object.entries(images).filter(([name]) => name in inputs)),
  default: images.default,
});

const wordsFor = ({ changed, mean }: Compared): string => {
  if (mean === 0) return 'No difference';
  const percent = changed * 100;
  return `${percent >= 10 ? Math.round(percent) : percent.toFixed(1)} % of the image differs`;
};

const Shown = ({
  label,
  name,
  blob,
  error,
  size,
}: {
  label: string;
  name: string;
  blob: Blob | undefined;
  error: unknown;
  size: string | undefined;
}) => {
  const url = useBlobUrl(blob);
  return (
    <figure>
      <div className="contact-image">
        {url && <img src={url} alt={`${name}, version ${label}`} />}
        {error ? <p className="field-problem">{sentenceOf(error)}</p> : null}
      </div>
      <figcaption>
        {label}
        {size && blob ? `: preview of ${size}, ${(blob.size / 1000).toFixed(1)} kB` : ''}
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
