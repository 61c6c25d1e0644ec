import { AreaPages } from '../../frame/area-pages.tsx';
import { Heading } from '../../parts/heading.tsx';

/** The frame of the pages for people who write programs against the API. */
export const Developers = () => (
  <div className="page">
    <Heading>Developers</Heading>
    <AreaPages area="Developers" />
  </div>
);
