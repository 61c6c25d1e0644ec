// Generates the types of the API from the service in this checkout.
import { writeFileSync } from 'node:fs';
import { startService } from '../service/test/support/service.ts';
import { generateInterface, INTERFACE_FILE } from './generate-interface.ts';

const service = await startService({ role: 'api' });
const answer = await fetch(`${service.base}/openapi.json`);
writeFileSync(INTERFACE_FILE, await generateInterface(await answer.text()));
await service.stop();
