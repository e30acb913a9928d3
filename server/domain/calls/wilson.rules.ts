/** Standard score of 95 % on both sides. */
const Z = 1.96;

/** Wilson's interval: between which a share of so few lies for certain, by 95 %. */
export function wilson(hits: number, of: number): { low: number; high: number } {
  const share = hits / of;
  const half = Z * Math.sqrt((share * (1 - share)) / of + Z ** 2 / (4 * of ** 2));
  const [middle, whole] = [share + Z ** 2 / (2 * of), 1 + Z ** 2 / of];
  return { low: Math.max(0, (middle - half) / whole), high: Math.min(1, (middle + half) / whole) };
}
