const TICK_MS = 10;
const LONGEST_TICK_MS = 50;

let counted = 0;
let countedAt = performance.now();
const sinceThen = () => Math.min(performance.now() - countedAt, LONGEST_TICK_MS);
setInterval(() => {
  counted += sinceThen();
  countedAt = performance.now();
}, TICK_MS).unref();

/**
 * Milliseconds on a clock that hardly moves while this machine or process is blocked. For deadlines: time in which
 * nothing could run hardly counts.
 */
export const ownTime = (): number => counted + sinceThen();
