import { Heading } from '../../parts/heading.tsx';

export const Review = () => (
  <div className="page">
    <Heading>Review</Heading>
  </div>
);
