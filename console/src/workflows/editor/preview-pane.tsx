import type { Role } from 'darkroom-client';
import { useMemo, useState } from 'react';
import { ErrorNotice } from '../../parts/notice.tsx';
import { mayPreview, mayRun } from '../../session/rights.ts';
import { useSignedIn } from '../../session/session.ts';
import { INPUT, inputsOfStep, otherInputs } from '../draft.ts';
import { useBlobUrl, usePreview } from '../preview.ts';
import type { InputSamples, Samples } from '../samples.ts';
import { SampleStrip } from './sample-strip.tsx';
import type { Editor } from './use-editor.ts';

const VIEWS = { step: 'After this step', result: 'Result' };
const BACKDROPS = { checker: 'Checkerboard', white: 'White', grey: 'Grey', black: 'Black' };
type View = keyof typeof VIEWS;
type Backdrop = keyof typeof BACKDROPS;

/** The live preview after the selected step or after all steps, on the sample that is chosen below it. */
export const PreviewPane = ({
  editor,
  samples,
  inputSamples,
}: {
  editor: Editor;
  samples: Samples;
  inputSamples: InputSamples;
}) => {
  const { organization, debouncedDraft, selected } = editor;
  const { role } = useSignedIn().organization;
  const [view, setView] = useState<View>('step');
  const [backdrop, setBackdrop] = useState<Backdrop>('checker');
  const [chosen, setChosen] = useState<string>();
  const sample = samples.samples.find(({ hash }) => hash === chosen) ?? samples.samples[0];
  const images = useMemo(() => {
    if (!sample || !mayPreview(role)) return null;
    const others = Object.entries(inputSamples.samples)
      .filter(([name]) => name in debouncedDraft.inputs)
      .map(([name, { hash }]) => [name, hash]);
    return { ...Object.fromEntries(others), default: sample.hash };
  }, [sample, role, inputSamples.samples, debouncedDraft.inputs]);
  // Previews use the debounced draft, which may not have the selected step yet.
  const isThere = selected === INPUT || debouncedDraft.workflowComponents.some(({ id }) => id === selected);
  const preview = usePreview(
    organization,
    debouncedDraft,
    view === 'step' && isThere ? selected : null,
    images,
  );
  const url = useBlobUrl(preview.data);
  const used = debouncedDraft.workflowComponents.flatMap((step) =>
    inputsOfStep(step, editor.componentOf(step.component)),
  );
  const missing = otherInputs(debouncedDraft.inputs).filter(
    (name) => used.includes(name) && !(name in inputSamples.samples),
  );
  const place = view === 'result' ? 'the last step' : selected === INPUT ? 'the input' : selected;
  return (
    <section className="editor-preview" aria-label="Preview">
      <div className="preview-head">
        <Switcher name="view" label="What to show" values={VIEWS} value={view} onChange={setView} />
        <Switcher
          name="backdrop"
          label="Backdrop"
          values={BACKDROPS}
          value={backdrop}
          onChange={setBackdrop}
          dots
        />
      </div>
      <div className={`preview-stage ${backdrop}`} aria-busy={preview.isFetching && images !== null}>
        {url && sample ? (
          <img src={url} alt={`${sample.name} after ${place}`} />
        ) : (
          <p className="preview-note">
            {noteFor({
              hasSample: sample !== undefined,
              samples,
              error: preview.error,
              role,
            })}
          </p>
        )}
        {preview.isFetching && images && <div className="developing" />}
      </div>
      {!preview.isFetching && !editor.problem && (
        <ErrorNotice error={preview.error} retry={() => preview.refetch()} />
      )}
      {missing.length > 0 && (
        <p className="editor-note">
          Steps that use input {missing.join(', ')} are skipped here. Add a sample for it under Workflow.
        </p>
      )}
      {mayPreview(role) && <SampleStrip samples={samples} chosen={sample?.hash} onChoose={setChosen} />}
    </section>
  );
};

const noteFor = ({
  hasSample,
  samples,
  error,
  role,
}: {
  hasSample: boolean;
  samples: Samples;
  error: unknown;
  role: Role;
}): string => {
  if (!mayPreview(role))
    return 'Your role does not include previews. Ask an owner or admin for another role.';
  if (error) return 'No preview';
  if (hasSample || samples.isLoading) return 'Loading';
  return mayRun(role)
    ? 'Add a photo below to see what each step does.'
    : 'There is no photo to preview on yet.';
};

const Switcher = <Name extends string>({
  name,
  label,
  values,
  value,
  onChange,
  dots = false,
}: {
  name: string;
  label: string;
  values: Record<Name, string>;
  value: Name;
  onChange: (value: Name) => void;
  dots?: boolean;
}) => (
  <fieldset className={`segments ${dots ? 'dots' : ''}`}>
    <legend className="hidden">{label}</legend>
    {(Object.entries(values) as [Name, string][]).map(([one, words]) => (
      <label key={one} title={dots ? words : undefined}>
        <input type="radio" name={name} checked={value === one} onChange={() => onChange(one)} />
        {dots ? <span className={`backdrop-dot ${one}`} role="img" aria-label={words} /> : words}
      </label>
    ))}
  </fieldset>
);
