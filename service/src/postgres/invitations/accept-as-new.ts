import { uuidv7 } from 'uuidv7';
import type { UserId } from '../../domain/ids.ts';
import type { Invitations } from '../../ports/people.ts';
import { type Run, statement } from '../database.ts';
import { ACCEPT, joinOrganization } from './join-organization.ts';

const ACCEPT_AS_NEW = statement<{ id: UserId }>(`
  with invitation as (
    ${ACCEPT}
  ), account as (
    insert into users (id, email, name, password_hash, selected_organization_id)
    select $2, email, $3, $4, organization_id from invitation
    returning id
  ), ${joinOrganization('invitation', 'account')}
  select id from account`);

export const acceptAsNew =
  (run: Run): Invitations['acceptAsNew'] =>
  async (tokenHash, name, passwordHash) =>
    (await run(ACCEPT_AS_NEW, [tokenHash, uuidv7(), name, passwordHash]))[0]?.id;
