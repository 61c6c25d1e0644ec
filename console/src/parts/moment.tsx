import { fromNow, moment } from '../format.ts';

export const Moment = ({ at }: { at: string }) => (
  <time dateTime={at} title={moment(at)}>
    {fromNow(at)}
  </time>
);
