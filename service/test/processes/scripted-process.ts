/** A process that follows a script: its argument says how it starts, and messages say what it does then. */

export type ProcessCommand = 'answer' | 'grow' | 'die';
export type StartMode = 'ready' | 'hang' | 'die';

const allocated: Buffer[] = [];
const actions: Record<ProcessCommand, () => void> = {
  answer: () => process.send?.({ say: 'answer', pid: process.pid }),
  grow: () => allocated.push(Buffer.alloc(64 * 1024 * 1024, 1)),
  die: () => process.exit(3),
};
process.on('message', (command: ProcessCommand) => actions[command]());
process.on('disconnect', () => process.exit());
if (process.argv[2] === 'die') process.exit(4);
if (process.argv[2] === 'ready') process.send?.({ say: 'ready' });
