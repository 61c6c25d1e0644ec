/** "8 per minute, about 2 min left": the pace of the decisions in this sitting. Undefined before the third decision. */
export const paceOf = (decidedAt: readonly number[], left: number): string | undefined => {
  const [first] = decidedAt;
  const last = decidedAt.at(-1);
  if (first === undefined || last === undefined || decidedAt.length < 3) return undefined;
  const perMinute = (decidedAt.length - 1) / Math.max(1 / 60, (last - first) / 60_000);
  const minutes = Math.ceil(left / perMinute);
  const rest = left > 0 ? `, about ${minutes} min left` : '';
  return `${perMinute < 10 ? perMinute.toFixed(1) : Math.round(perMinute)} per minute${rest}`;
};
