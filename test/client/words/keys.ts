/** Languages have different numbers of plural forms: the key without them is the same. */
export function singular(key: string): string {
  return key.replace(/_(zero|one|two|few|many|other)$/, '');
}
