import { REVIEW_OF } from '../../domain/review/review-reasons.ts';
import { QA_MODES } from '../../domain/workflows/workflow.ts';

const MODES = `array[${QA_MODES.map((mode) => `'${mode}'`).join(', ')}]`;

/** SQL expression for the mode that `planInForce` gives, from the mode of the workflow and the batch's plan or null. */
export const modeInForce = (workflow: string, batch: string): string => `case
  when ${batch} is null then ${workflow}
  when (${batch} ->> 'mayWeaken')::boolean then ${batch} ->> 'mode'
  else (${MODES})[greatest(array_position(${MODES}, ${batch} ->> 'mode'), array_position(${MODES}, ${workflow}))] end`;

const text = (value: string | null) => (value === null ? 'null' : `'${value}'`);

/** The table of reviews as SQL: the reason why a result is in review, or null, by the mode and whether it is unsure. */
export const reviewOf = (mode: string, unsure: string): string =>
  `case ${mode} ${Object.entries(REVIEW_OF)
    .map(
      ([name, reasons]) =>
        `when '${name}' then case when ${unsure} then ${text(reasons.unsure)} else ${text(reasons.sure)} end`,
    )
    .join(' ')} end`;
