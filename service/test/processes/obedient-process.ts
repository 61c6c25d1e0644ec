/** A process that does as it is told: its argument says how it starts, messages say what it does then. */

export type Order = 'answer' | 'grow' | 'die';
export type Start = 'ready' | 'hang' | 'die';

const hoard: Buffer[] = [];
const obey: Record<Order, () => void> = {
  answer: () => process.send?.({ say: 'answer', pid: process.pid }),
  grow: () => hoard.push(Buffer.alloc(64 * 1024 * 1024, 1)),
  die: () => process.exit(3),
};
process.on('message', (order: Order) => obey[order]());
process.on('disconnect', () => process.exit());
if (process.argv[2] === 'die') process.exit(4);
if (process.argv[2] === 'ready') process.send?.({ say: 'ready' });
