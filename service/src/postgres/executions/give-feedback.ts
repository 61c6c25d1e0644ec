import type { ExecutionId, UserId } from '../../domain/ids.ts';
import { type Database, statement } from '../connection/database.ts';

const GIVE_FEEDBACK = statement(`
  insert into feedback (execution_id, user_id, thumbs_up, expected_images) values ($1, $2, $3, $4)
  on conflict (execution_id, user_id) do update
    set thumbs_up = excluded.thumbs_up, expected_images = excluded.expected_images, created_at = now()`);

/** Stores one feedback for each user; a later one replaces it. */
export const giveFeedback =
  (database: Database) =>
  async (id: ExecutionId, userId: UserId, { thumbsUp, expectedImages }: Feedback): Promise<void> => {
    await database.run(GIVE_FEEDBACK, [id, userId, thumbsUp, expectedImages]);
  };

type Feedback = { thumbsUp: boolean; expectedImages: string[] };
