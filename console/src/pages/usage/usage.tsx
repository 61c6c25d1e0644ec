import { Heading } from '../../parts/heading.tsx';

export const Usage = () => (
  <div className="page">
    <Heading>Usage</Heading>
  </div>
);
