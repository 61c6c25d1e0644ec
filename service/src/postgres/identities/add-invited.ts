import { statement } from '../database.ts';
import { REDEEMABLE } from '../invitations/redeemable.ts';

// There is no open sign-up: a user comes to be only where an invitation waits for the address.
export const ADD_INVITED = statement(`
  insert into users (id, email, name, address_proven_at)
  select $1, $2, $3, now() where exists (
    select from invitations where lower(email) = lower($2) and ${REDEEMABLE})
  on conflict (lower(email)) do nothing`);
