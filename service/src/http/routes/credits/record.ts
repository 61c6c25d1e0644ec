import type { ExecutionId, UserId } from '../../../domain/ids.ts';
import { LEDGER_KINDS, type LedgerEntry } from '../../../ports/people/organizations.ts';
import { Type } from '../../../schema/typebox.ts';
import { idSchema, nullable, TimestampSchema } from '../../server/schemas.ts';

export const LedgerEntrySchema = Type.Object(
  {
    id: idSchema<string>('The entry'),
    kind: Type.Enum([...LEDGER_KINDS]),
    amount: Type.Integer(),
    executionId: nullable(idSchema<ExecutionId>('The execution')),
    inputFileName: nullable(
      Type.String({ description: "The file name of the execution's image, while the execution is kept." }),
    ),
    note: Type.String(),
    userId: nullable(idSchema<UserId>('The user')),
    createdAt: TimestampSchema,
  },
  { $id: 'LedgerEntry' },
);

export const ledgerRecord = ({ organizationId: _, createdAt, ...entry }: LedgerEntry) => ({
  ...entry,
  createdAt: createdAt.toISOString(),
});
