import { Heading } from '../../parts/heading.tsx';

export const Developers = () => (
  <div className="page">
    <Heading>Developers</Heading>
  </div>
);
