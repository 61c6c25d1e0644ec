import type { LivingWorker, Queue, QueueDepth } from '../../ports/queue.ts';

/** Describes the queue of all organizations together, with the workers that are alive. */
export const queueOfPlatform = async ({
  queue,
}: {
  queue: Queue;
}): Promise<QueueDepth & { lanes: number; workers: LivingWorker[] }> => {
  const workers = await queue.workers();
  const lanes = workers.reduce((sum, worker) => sum + worker.lanes, 0);
  return { ...(await queue.ofPlatform()), lanes, workers };
};
