import type { ChangeKind } from './approvals.js';
import type { Configured, ConfiguredName } from './configuration.js';

/** Settings in which more is allowed by two administrators alone: the kind of their approval. */
export const ALLOWANCES = {
  numbers: 'NUMBERS_MORE',
  limits: 'LIMITS_MORE',
} as const satisfies { [Name in ConfiguredName]?: ChangeKind };
export type Allowance = keyof typeof ALLOWANCES;

export function isAllowance(name: ConfiguredName): name is Allowance {
  return name in ALLOWANCES;
}

const MORE: { [Name in Allowance]: (before: Configured[Name], after: Configured[Name]) => boolean } = {
  numbers: (before, after) => after.roles.some((role) => !before.roles.includes(role)),
  limits: (before, after) =>
    (['exportFiles', 'exportRows', 'revealsPerHour'] as const).some((limit) => after[limit] > before[limit]),
};

/** Whether a role more sees whole numbers, or a person may take out more. */
export function allowsMore<Name extends Allowance>(
  name: Name,
  before: Configured[Name],
  after: Configured[Name],
): boolean {
  return MORE[name](before, after);
}
