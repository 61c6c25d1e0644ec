import './execution-stage.css';
import type { Execution } from 'darkroom-client';
import { useState } from 'react';
import { ProgressiveImage } from '../parts/progressive-image.tsx';
import { useCompared } from '../parts/viewer/compared.ts';
import { Comparison, type Mode } from '../parts/viewer/comparison.tsx';
import { geometryIn } from '../parts/viewer/geometry.ts';
import type { Backdrop } from '../parts/viewer/pane.tsx';
import { FIT, type Size } from '../parts/viewer/view.ts';
import { BackdropSwitch, ModeSwitch, modesFor, ZoomControls } from '../parts/viewer/viewer-controls.tsx';
import { viewerImages } from './executions.ts';
import { useTrace } from './trace.ts';

/** The images of an execution: the original, or the original and the result to be compared. */
export const ExecutionStage = ({ execution }: { execution: Execution }) => {
  const { original, result } = viewerImages(execution);
  if (!execution.resultContentHash)
    return (
      <div className="stage-frame">
        <div className="solo">
          <ProgressiveImage {...original} alt={`Original ${execution.inputFileName}`} />
          <span className="tag left">Original</span>
        </div>
        {(execution.status === 'CREATED' || execution.status === 'ACTIVE') && <div className="developing" />}
      </div>
    );
  return <Compared key={execution.id} execution={execution} original={original} result={result} />;
};

type Images = ReturnType<typeof viewerImages>;

const Compared = ({ execution, original, result }: Images & { execution: Execution }) => {
  const { data: trace, isPending } = useTrace(execution);
  const [chosen, setMode] = useState<Mode>('slider');
  const [view, setView] = useState(FIT);
  const [pane, setPane] = useState<Size>({ width: 0, height: 0 });
  const [backdrop, setBackdrop] = useState<Backdrop>('checker');
  const geometry = geometryIn(trace);
  const compared = useCompared({ original, result }, geometry);
  const isAligned = geometry !== undefined;
  const mode = modesFor(isAligned || isPending).includes(chosen) ? chosen : 'beside';
  // The geometry is not known until the trace has loaded. Until then show only the result, so that the image does
  // not jump.
  const shown = isPending ? 'result' : mode;
  return (
    <div>
      <div className="stage-frame" data-busy={isPending || undefined}>
        <Comparison
          name={execution.inputFileName}
          compared={compared}
          mode={shown}
          view={view}
          onView={setView}
          onSize={setPane}
          backdrop={backdrop}
        />
      </div>
      <div className="viewer-bar stage-bar">
        <ModeSwitch mode={mode} isAligned={isAligned || isPending} onChange={setMode} />
        <ZoomControls view={view} onView={setView} pane={pane} image={compared.resultSize} />
        <BackdropSwitch backdrop={backdrop} onChange={setBackdrop} />
        {!isPending && !isAligned && (
          <p className="hint">Original and result cannot be aligned, because a step changed the geometry.</p>
        )}
      </div>
    </div>
  );
};
