import { AreaPages } from '../../frame/area-pages.tsx';
import { Heading } from '../../parts/heading.tsx';

/** The frame of the pages about credits, usage and the queue. */
export const UsageArea = () => (
  <div className="page">
    <Heading>Usage</Heading>
    <AreaPages area="Usage" />
  </div>
);
