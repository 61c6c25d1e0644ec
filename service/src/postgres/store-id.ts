import { type Database, statement } from './connection/database.ts';

const FIND = statement<{ id: string }>('select id from object_store');
const ONE_AT_A_TIME = statement('lock table object_store in exclusive mode');
const ADD = statement('insert into object_store (id) values ($1)');

/** The identity of the store with this installation's images; undefined until one was chosen. */
export const findStoreId = async ({ run }: Pick<Database, 'run'>): Promise<string | undefined> =>
  (await run(FIND, []))[0]?.id;

/**
 * Returns the identity of the installation's store. The first caller makes the store; others wait for it, so that two
 * processes that start at once cannot make two stores.
 */
export const chooseStoreId = (database: Database, make: () => Promise<string>): Promise<string> =>
  database.transaction(async (run) => {
    await run(ONE_AT_A_TIME, []);
    const known = await findStoreId({ run });
    if (known) return known;
    const made = await make();
    await run(ADD, [made]);
    return made;
  });
