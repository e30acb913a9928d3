import { isIPv6 } from 'node:net';

interface Bucket {
  left: number;
  at: number;
}

/**
 * How often or how much somebody may send: a bucket of `burst` calls or bytes for each key, refilled by `perSecond`. Kept by each process for
 * itself, so that several servers admit as many times as much; of more than `keys` callers the longest silent is forgotten.
 */
export class TokenBuckets {
  private readonly buckets = new Map<string, Bucket>();

  constructor(private readonly limits: { burst: number; perSecond: number; keys?: number }) {}

  /** @returns false when the key's bucket does not hold as much. `now` in milliseconds. */
  take(key: string, amount = 1, now = performance.now()): boolean {
    const { burst, perSecond, keys = 20_000 } = this.limits;
    const { left, at } = this.buckets.get(key) ?? { left: burst, at: now };
    const filled = Math.min(burst, left + ((now - at) / 1000) * perSecond);
    const admitted = filled >= amount;
    // Delete and set, so that the map stays in order of the last call.
    this.buckets.delete(key);
    this.buckets.set(key, { left: admitted ? filled - amount : filled, at: now });
    if (this.buckets.size > keys) this.buckets.delete(this.buckets.keys().next().value!);
    return admitted;
  }

  /** Whole seconds until a refused key may take as much. */
  wait(key: string, amount = 1): number {
    const { left } = this.buckets.get(key) ?? { left: this.limits.burst };
    return Math.max(1, Math.ceil((amount - left) / this.limits.perSecond));
  }
}

/** The key of a caller: the IPv4 address, or the /64 of an IPv6 address, since one customer gets a whole /64. */
export function callerOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail = ''] = plain.split('::');
  const [first, last] = [head.split(':'), tail.split(':')];
  const groups = plain.includes('::')
    ? [...first, ...Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0'), ...last]
    : first;
  return groups
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, '') || '0')
    .join(':');
}
