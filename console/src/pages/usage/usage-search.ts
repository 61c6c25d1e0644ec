/** The ways to group the usage, each with its label. */
export const GROUPS = {
  workflow: 'Workflow',
  key: 'API key',
  user: 'Person',
} as const;
export const PERIODS = { day: 'Day', week: 'Week', month: 'Month' } as const;
export const MEASURES = { credits: 'Credits', executions: 'Executions' } as const;
/** The time ranges that the report can cover, by their number of days. */
export const RANGES = { 7: '7 days', 30: '30 days', 84: '12 weeks', 182: '6 months', 365: '1 year' } as const;

/** The search parameters of the usage page. */
type UsageSearch = {
  group?: keyof typeof GROUPS;
  by?: keyof typeof PERIODS;
  show?: keyof typeof MEASURES;
  days?: number;
};

const DEFAULTS = { group: 'workflow', by: 'week', show: 'credits', days: 84 } as const;
const isOneOf = <Table extends object>(table: Table, value: unknown): value is keyof Table =>
  typeof value === 'string' && Object.hasOwn(table, value);

export const usageSearchOf = ({ group, by, show, days }: Record<string, unknown>): UsageSearch => ({
  ...(isOneOf(GROUPS, group) ? { group } : {}),
  ...(isOneOf(PERIODS, by) ? { by } : {}),
  ...(isOneOf(MEASURES, show) ? { show } : {}),
  ...(typeof days === 'number' && Object.hasOwn(RANGES, days) ? { days } : {}),
});

/** Fills in the default of every search parameter that is absent. */
export const withDefaults = (search: UsageSearch) => ({ ...DEFAULTS, ...search });

export const LEDGER_KINDS = { grant: 'Grants', withdrawal: 'Withdrawals', charge: 'Charges' } as const;

/** The search parameters of the ledger. */
type LedgerSearch = { kind?: keyof typeof LEDGER_KINDS; offset?: number };

export const ledgerSearchOf = ({ kind, offset }: Record<string, unknown>): LedgerSearch => ({
  ...(isOneOf(LEDGER_KINDS, kind) ? { kind } : {}),
  ...(typeof offset === 'number' && offset > 0 ? { offset: Math.floor(offset) } : {}),
});
