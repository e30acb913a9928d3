import { lookup as resolve, type LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** PRIVATE: the own machine or network. FORBIDDEN: no provider has such an address. */
export type AddressKind = 'PUBLIC' | 'PRIVATE' | 'FORBIDDEN';

const [PRIVATE, FORBIDDEN] = [new BlockList(), new BlockList()];
for (const [net, bits] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
] as const)
  PRIVATE.addSubnet(net, bits, 'ipv4');
PRIVATE.addAddress('::1', 'ipv6');
PRIVATE.addSubnet('fc00::', 7, 'ipv6');
// A gateway turns such an address into one of the 32 bit kind, which may be any.
PRIVATE.addSubnet('64:ff9b::', 96, 'ipv6');
for (const [net, bits] of [
  ['0.0.0.0', 8],
  // Link-local: a cloud's host tells its secrets there.
  ['169.254.0.0', 16],
  ['192.0.0.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  FORBIDDEN.addSubnet(net, bits, 'ipv4');
FORBIDDEN.addAddress('::', 'ipv6');
FORBIDDEN.addSubnet('fe80::', 10, 'ipv6');
FORBIDDEN.addSubnet('fec0::', 10, 'ipv6');
FORBIDDEN.addSubnet('ff00::', 8, 'ipv6');
// The host's own service for its machines, in the unique local range.
FORBIDDEN.addAddress('fd00:ec2::254', 'ipv6');

/** @param address IPv4 or IPv6, mapped ones too */
export function kindOfAddress(address: string): AddressKind {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  if (isIP(address) === 0 || FORBIDDEN.check(address, family)) return 'FORBIDDEN';
  return PRIVATE.check(address, family) ? 'PRIVATE' : 'PUBLIC';
}

/** The worst of them: a name that leads to several addresses is as far as its worst one. */
export function kindOfAll(addresses: readonly string[]): AddressKind {
  const kinds = addresses.map(kindOfAddress);
  if (kinds.length === 0 || kinds.includes('FORBIDDEN')) return 'FORBIDDEN';
  return kinds.includes('PRIVATE') ? 'PRIVATE' : 'PUBLIC';
}

/**
 * Resolves a name for a connection, once, and hands over the very addresses that it judged: a name that leads elsewhere by the
 * time it is dialled leads nowhere.
 *
 * @param allowsPrivate two administrators agreed to an address of the own network
 */
export function guardedLookup(allowsPrivate: boolean): LookupFunction {
  return (hostname, options, done) => {
    resolve(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
      if (error) return done(error, []);
      const kind = kindOfAll(found.map(({ address }) => address));
      if (kind === 'FORBIDDEN' || (kind === 'PRIVATE' && !allowsPrivate))
        return done(new Error('The name leads to an address that nobody approved.'), []);
      if (options.all) return done(null, found);
      done(null, found[0]!.address, found[0]!.family);
    });
  };
}
