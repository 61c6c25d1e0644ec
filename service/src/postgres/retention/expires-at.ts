import { USED_AT_PRECISION } from '../images.ts';

/**
 * SQL: the time at which retention deletes an image; null: never. An image that is both an input and a result follows
 * the longer rule. The last use is recorded to the hour, so an hour is added.
 */
export const expiresAt = (image: string, inputDays: string, resultDays: string): string => `(
  ${image}.used_at + ${USED_AT_PRECISION} + interval '1 day' * case
    when not ${image}.as_result then ${inputDays}::integer
    when not ${image}.as_input then ${resultDays}::integer
    when ${inputDays}::integer is null or ${resultDays}::integer is null then null
    else greatest(${inputDays}::integer, ${resultDays}::integer) end)`;
