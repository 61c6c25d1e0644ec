import { uuidv7 } from 'uuidv7';
import type { UserId } from '../../domain/ids.ts';
import type { FirstStartStores } from '../../ports/first-start.ts';
import { type Run, statement } from '../database.ts';

// Whoever holds the settings vouches for this address: a provider's sign-in does not end the password of the settings.
const ADD_ADMINISTRATOR = statement<{ id: UserId }>(`
  insert into users (id, email, name, password_hash, platform_administrator, address_proven_at)
  values ($1, $2, 'Administrator', $3, true, now())
  returning id`);

export const addAdministrator =
  (run: Run): FirstStartStores['addAdministrator'] =>
  async (email, passwordHash) => {
    const [user] = await run(ADD_ADMINISTRATOR, [uuidv7(), email, passwordHash]);
    return user!.id;
  };
