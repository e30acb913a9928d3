/** Bodies of 1.4 MB at most that cost a parser much more than their bytes. */
export const LARGE_BODIES = {
  'a million brackets': '['.repeat(1_400_000),
  '700,000 numbers': `[${'1,'.repeat(699_999)}1]`,
  '90,000 keys': `{${Array.from({ length: 90_000 }, (_, index) => `"k${index}":1`).join()}}`,
};
