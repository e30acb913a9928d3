import { BlockList, isIP } from 'node:net';
import { LRUCache } from 'lru-cache';

const REMEMBERED = 5_000;

/** Addresses and networks, IPv4 and IPv6. An IPv4 address is the same one when it is written as IPv6 (::ffff:203.0.113.7). */
export class AddressSet {
  private readonly list = new BlockList();
  /** A list of hundreds costs microseconds for each call. */
  private readonly decided = new LRUCache<string, boolean>({
    max: REMEMBERED,
    memoMethod: (address) => this.check(address),
  });

  constructor(entries: readonly string[]) {
    for (const entry of entries) {
      const [address = '', prefix] = entry.split('/');
      const family = familyOf(address);
      if (family && prefix === undefined) this.list.addAddress(address, family);
      else if (family) this.list.addSubnet(address, Number(prefix), family);
    }
  }

  /** False for what is no address. */
  has(address: string): boolean {
    return this.decided.memo(address);
  }

  private check(address: string): boolean {
    const family = familyOf(address);
    return family !== null && this.list.check(address, family);
  }
}

function familyOf(address: string): 'ipv4' | 'ipv6' | null {
  const version = isIP(address);
  return version === 0 ? null : version === 4 ? 'ipv4' : 'ipv6';
}
