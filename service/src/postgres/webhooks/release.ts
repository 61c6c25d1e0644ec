import { type Run, statement } from '../connection/database.ts';

const releaseStatement = statement(`
  update webhook_messages set claimed_until = null
    where id = any($1::uuid[]) and outcome is null and claimed_until > now()`);

export const release = async (run: Run, messageIds: string[]): Promise<void> => {
  await run(releaseStatement, [messageIds]);
};
