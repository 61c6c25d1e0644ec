import { Heading } from '../../parts/heading.tsx';

export const Batches = () => (
  <div className="page">
    <Heading>Batches</Heading>
  </div>
);
