/** Given by whoever starts the glue. */
export const settings = JSON.parse(process.env.PEER_GLUE);

export const QUEUE = 'executions';
export const ATTEMPTS = 3;
// While one job waits for the disk or for Redis, the next one's pixels are worked on.
export const JOBS_PER_PROCESS = 2;

// Workers must wait for Redis for ever; that is how BullMQ wants it.
export const connection = () => ({ path: settings.redisSocket, maxRetriesPerRequest: null });
