import { dateTime, fromNow } from '../format.ts';

export const RelativeTime = ({ at }: { at: string }) => (
  <time dateTime={at} title={dateTime(at)}>
    {fromNow(at)}
  </time>
);
