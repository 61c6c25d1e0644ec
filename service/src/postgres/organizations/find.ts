import type { Organization, Organizations } from '../../ports/organizations.ts';
import { type Run, statement } from '../database.ts';
import { MEMBERS } from './list.ts';

const FIND = statement<Organization>(
  `select id, version, name, ${MEMBERS} from organizations organization where id = $1`,
);

export const find =
  (run: Run): Organizations['find'] =>
  async (id) =>
    (await run(FIND, [id]))[0];
