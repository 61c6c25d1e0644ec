import { startFauxqs } from 'fauxqs';

/**
 * An S3 server as a process of its own, with its objects as files in the folder of the first argument. It sends its
 * port to its parent.
 */
const [folder, bucket] = process.argv.slice(2);
if (!folder || !bucket) throw new Error('Name the folder and the bucket.');
const server = await startFauxqs({ port: 0, logger: false, s3StorageDir: folder });
server.createBucket(bucket);
process.send?.(server.port);
process.once('disconnect', () => void server.stop().finally(() => process.exit(0)));
