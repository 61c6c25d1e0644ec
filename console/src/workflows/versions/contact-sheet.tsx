import type { Workflow } from 'darkroom-client';
import { useState } from 'react';
import { credits } from '../../format.ts';
import { ErrorNotice } from '../../parts/notice.tsx';
import { mayRun } from '../../session/rights.ts';
import { useSignedIn } from '../../session/session.ts';
import { SampleStrip } from '../editor/sample-strip.tsx';
import { useInputSamples, useSamples } from '../samples.ts';
import { ContactRow } from './contact-row.tsx';
import { useFullSize } from './full-size.ts';

/** The number of samples that are rendered at a time. */
const AT_ONCE = 3;

type Props = { organization: string; before: Workflow; after: Workflow };

/** Two versions of a workflow on every sample, side by side, with their difference and sizes. */
export const ContactSheet = ({ organization, before, after }: Props) => {
  const strip = useSamples(organization);
  const { samples: inputSamples } = useInputSamples(organization, after.id);
  const { role } = useSignedIn().organization;
  const full = useFullSize(organization, [before, after]);
  const { samples } = strip;
  const [done, setDone] = useState<ReadonlySet<string>>(new Set());
  const others = Object.fromEntries(Object.entries(inputSamples).map(([name, { hash }]) => [name, hash]));
  const price = (before.executionPrice + after.executionPrice) * samples.length;
  return (
    <section className="section" aria-labelledby="on-samples">
      <div className="page-head">
        <h2 id="on-samples">On your photos</h2>
        {mayRun(role) && samples.length > 0 && (
          <button
            type="button"
            className="button"
            disabled={full.isRunning}
            onClick={() => full.start.mutate({ samples, others: inputSamples })}
          >
            {full.isRunning ? 'Running' : `Run both at full size for ${credits(price)}`}
          </button>
        )}
      </div>
      <ErrorNotice error={full.error} />
      <SampleStrip samples={strip} />
      {samples.length === 0 && !strip.isLoading && <p>Add up to ten photos to see both versions on them.</p>}
      <ul className="contact-sheet">
        {samples.map(({ hash, name }, index) => (
          <ContactRow
            key={hash}
            organization={organization}
            name={name}
            images={{ ...others, default: hash }}
            versions={[before, after]}
            executions={[full.find(before.version, hash), full.find(after.version, hash)]}
            enabled={index < done.size + AT_ONCE}
            onDone={() => setDone((previous) => new Set(previous).add(hash))}
          />
        ))}
      </ul>
    </section>
  );
};
