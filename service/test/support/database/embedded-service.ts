// A service that does nothing but run the embedded server, for tests that kill it. Prints one line when it is up.
import { startEmbeddedServer } from '../../../src/postgres/embedded/embedded-server.ts';

try {
  const { url, pid } = await startEmbeddedServer({ dataDir: process.argv[2]! });
  console.log(JSON.stringify({ url, pid }));
} catch (error) {
  console.log(JSON.stringify({ refused: (error as Error).message }));
  process.exit(1);
}
// Ends when the test that started it ends.
process.stdin.resume().on('end', () => process.exit());
