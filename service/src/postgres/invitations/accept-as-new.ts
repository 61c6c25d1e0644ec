import { uuidv7 } from 'uuidv7';
import type { UserId } from '../../domain/ids.ts';
import type { Invitations } from '../../ports/people.ts';
import { type Database, statement } from '../database.ts';
import { ACCEPT, joinOrganization, LOCK_INVITING_ORGANIZATION } from './join-organization.ts';

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
  ({ transaction }: Pick<Database, 'transaction'>): Invitations['acceptAsNew'] =>
  (tokenHash, name, passwordHash) =>
    transaction(async (run) => {
      await run(LOCK_INVITING_ORGANIZATION, [tokenHash]);
      return (await run(ACCEPT_AS_NEW, [tokenHash, uuidv7(), name, passwordHash]))[0]?.id;
    });
