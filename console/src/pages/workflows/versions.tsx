import { Heading } from '../../parts/heading.tsx';

export const Versions = () => (
  <div className="page">
    <Heading>Versions</Heading>
  </div>
);
