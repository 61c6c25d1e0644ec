import type { Execution } from 'darkroom-client';
import { ProgressiveImage } from '../parts/progressive-image.tsx';
import { resultFor } from './executions.ts';

/** The thumbnail of the result, or of the original until there is a result. */
export const Thumbnail = ({ execution, place }: { execution: Execution; place: 'stamp' | 'card' }) => (
  <span className="thumbnail">
    <ProgressiveImage {...resultFor(place, execution)} alt="" thumbnail />
  </span>
);
