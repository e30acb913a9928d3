/**
 * The charge of a day past due on a row of the plan: penalty interest on its unpaid principal, and IVA on the penalty. Each
 * row
 * counts from its own due date. Product default; amounts are integer centavos. A row stops accruing after `maxDays`.
 */
export const ACCRUAL_POLICY = { dailyPenaltyRate: 0.003, ivaRate: 0.16, maxDays: 120 } as const;

export interface Accrual {
  interest: number;
  penalty: number;
  iva: number;
}

/** @param principal what is unpaid of the row's */
export function accrualOf(principal: number, daysPastDue: number): Accrual {
  if (daysPastDue <= 0 || daysPastDue > ACCRUAL_POLICY.maxDays) return { interest: 0, penalty: 0, iva: 0 };
  const penalty = Math.round(principal * ACCRUAL_POLICY.dailyPenaltyRate);
  return { interest: 0, penalty, iva: Math.round(penalty * ACCRUAL_POLICY.ivaRate) };
}
