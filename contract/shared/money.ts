import { z } from 'zod';

/** Money is MXN in integer centavos, in storage and on the wire. */
export const Centavos = z.int().min(-9_000_000_000_000).max(9_000_000_000_000);
export const PositiveCentavos = Centavos.min(1);

/** "1234.5" pesos (a file's notation) to 123450 centavos; null when it is not an amount with at most two decimals. */
export function pesosToCentavos(text: string): number | null {
  const match = /^(-?)(\d{1,11})(?:\.(\d{1,2}))?$/.exec(text.trim().replaceAll(',', ''));
  if (!match) return null;
  const centavos = Number(match[2]) * 100 + Number((match[3] ?? '').padEnd(2, '0') || 0);
  return match[1] ? -centavos : centavos;
}

/** A fraction such as 0.125; null when the denominator is 0, shown as a dash. */
export function rate(numerator: number, denominator: number): number | null {
  return denominator === 0 ? null : numerator / denominator;
}
