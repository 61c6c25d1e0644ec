/** Settings passed by start-peer-glue.ts. */
export const settings = JSON.parse(process.env.PEER_GLUE);

export const QUEUE = 'executions';
export const ATTEMPTS = 3;
// Two jobs per process, so that one is processed while the other waits for the disk or for Redis.
export const JOBS_PER_PROCESS = 2;

// BullMQ requires that workers retry their requests to Redis without a limit.
export const connection = () => ({ path: settings.redisSocket, maxRetriesPerRequest: null });
