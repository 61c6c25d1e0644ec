import { USE_NOTED_EVERY } from '../images.ts';

/**
 * SQL: when retention deletes an image; null: never. One that is both an input and a result follows the longer rule. A use
 * is noted to the hour, so that hour is added.
 */
export const expiresAt = (image: string, inputDays: string, resultDays: string): string => `(
  ${image}.used_at + ${USE_NOTED_EVERY} + interval '1 day' * case
    when not ${image}.as_result then ${inputDays}::integer
    when not ${image}.as_input then ${resultDays}::integer
    when ${inputDays}::integer is null or ${resultDays}::integer is null then null
    else greatest(${inputDays}::integer, ${resultDays}::integer) end)`;
