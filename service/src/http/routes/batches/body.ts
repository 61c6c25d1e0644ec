import { Type } from '../../../schema/typebox.ts';
import { nullable, textSchema } from '../../server/schemas.ts';
import { BatchQaSamplingSchema, BatchQaSchema } from '../review/batch-plan.ts';

const MAX_EXPECTED = 10_000_000;
const MAX_BUDGET = 1_000_000_000_000;

const whole = (minimum: number, maximum: number, description: string, orNull = '') =>
  Type.Integer({
    minimum,
    maximum,
    expects: `a whole number from ${minimum} to ${maximum}${orNull}`,
    description,
  });

/** The fields of a request that say how the results of a batch are reviewed. */
export const REVIEW_FIELDS = {
  qa: BatchQaSchema,
  qaSampling: BatchQaSamplingSchema,
};

export const NameSchema = textSchema(1, 1024, {
  description: 'The name of the batch; several batches may have the same name',
});
export const ExpectedSchema = nullable(
  whole(1, MAX_EXPECTED, 'The expected number of executions of the batch', ', or null'),
);
export const BudgetSchema = nullable(
  whole(
    0,
    MAX_BUDGET,
    'The budget in credits, for charged and held credits together',
    ', or null for no limit',
  ),
);
export const PrioritySchema = whole(
  0,
  9,
  'Priority of the batch inside the organization: 9 is processed first, 0 last. Default: 5.',
);
