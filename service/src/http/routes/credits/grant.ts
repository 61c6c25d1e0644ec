import { Refusal } from '../../../domain/errors.ts';
import { Type } from '../../../schema/typebox.ts';
import { route } from '../../server/route.ts';
import { OrganizationParams, PlainQuery, textSchema } from '../../server/schemas.ts';
import { LedgerEntrySchema, ledgerRecord } from './record.ts';

const MAX_AMOUNT = 1_000_000_000_000;

export const grantCredits = route({
  method: 'POST',
  path: '/organization/:id/credits',
  versions: ['v1'],
  action: { platform: 'credits.grant' },
  organizationInPath: true,
  summary: 'Grants credits to an organization, or takes them back when the amount is negative.',
  schema: {
    params: OrganizationParams,
    querystring: PlainQuery,
    body: Type.Object({
      amount: Type.Integer({
        minimum: -MAX_AMOUNT,
        maximum: MAX_AMOUNT,
        not: { const: 0 },
        description: 'Credits to add; a negative number takes credits back',
        expects: `a whole number from -${MAX_AMOUNT} to ${MAX_AMOUNT}, but not 0`,
      }),
      note: Type.Optional(textSchema(0, 1000, { description: 'A note for the ledger' })),
    }),
    response: { 201: LedgerEntrySchema },
  },
  example: { amount: 500, note: 'November' },
  status: 201,
  handler: async ({ credits }, request) => {
    const { amount, note = '' } = request.body;
    const { organizationId, principal } = request.caller;
    const entry =
      amount > 0
        ? await credits.grant(organizationId, amount, note, principal.userId)
        : await credits.withdraw(organizationId, -amount, note, principal.userId);
    if (!entry)
      throw new Refusal(
        'conflict',
        'The organization has fewer free credits than the field amount takes back. Take back a smaller amount.',
      );
    return ledgerRecord(entry);
  },
});
