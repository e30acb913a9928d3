/**
 * What a day past due adds to a loan item: penalty interest on the outstanding principal, and IVA on the penalty.
 * Product default; amounts are integer centavos. An item stops accruing after `maxDays` past due.
 */
export const ACCRUAL_POLICY = { dailyPenaltyRate: 0.003, ivaRate: 0.16, maxDays: 120 } as const;

export interface Accrual {
  interest: number;
  penalty: number;
  iva: number;
}

export function accrualOf(principal: number, paid: number, daysPastDue: number): Accrual {
  const outstanding = Math.max(0, principal - paid);
  if (daysPastDue <= 0 || daysPastDue > ACCRUAL_POLICY.maxDays) return { interest: 0, penalty: 0, iva: 0 };
  const penalty = Math.round(outstanding * ACCRUAL_POLICY.dailyPenaltyRate);
  return { interest: 0, penalty, iva: Math.round(penalty * ACCRUAL_POLICY.ivaRate) };
}
