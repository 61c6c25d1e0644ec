import { statement } from '../database.ts';

// There is no open sign-up: a user comes to be only where an invitation waits for the address.
export const ADD_INVITED = statement(`
  insert into users (id, email, name)
  select $1, $2, $3 where exists (
    select from invitations
    where lower(email) = lower($2) and accepted_at is null and revoked_at is null and expires_at > now())
  on conflict (lower(email)) do nothing`);
