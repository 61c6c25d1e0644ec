import { Heading } from '../../parts/heading.tsx';

export const Executions = () => (
  <div className="page">
    <Heading>Executions</Heading>
  </div>
);
