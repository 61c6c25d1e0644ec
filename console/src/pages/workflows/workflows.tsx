import { Heading } from '../../parts/heading.tsx';

export const Workflows = () => (
  <div className="page">
    <Heading>Workflows</Heading>
  </div>
);
