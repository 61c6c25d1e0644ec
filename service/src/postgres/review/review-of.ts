import { REVIEW_OF } from '../../domain/review/review-reasons.ts';

const text = (value: string | null) => (value === null ? 'null' : `'${value}'`);

/** The table of reviews as SQL: the reason why a result is in review, or null, by the mode and whether it is unsure. */
export const reviewOf = (mode: string, unsure: string): string =>
  `case ${mode} ${Object.entries(REVIEW_OF)
    .map(
      ([name, reasons]) =>
        `when '${name}' then case when ${unsure} then ${text(reasons.unsure)} else ${text(reasons.sure)} end`,
    )
    .join(' ')} end`;
