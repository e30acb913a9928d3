/** The percentage as typed, and the words for what is wrong with it; null when nothing is. */
export function percentOf(typed: string): { value: number; problem: string | null } {
  const text = typed.trim().replace(',', '.');
  const value = /^\d{1,4}(\.\d{1,2})?$/.test(text) ? Number(text) : 0;
  if (value > 100) return { value, problem: 'repayment:problem.percent-high' };
  return { value, problem: value > 0 ? null : 'repayment:problem.percent' };
}

/** The fee of the extension, centavos: a preview, the server computes it again. */
export function feeOf(percent: number, due: number): number {
  return Math.max(1, Math.round((due * Math.round(percent * 100)) / 10_000));
}
