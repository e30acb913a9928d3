import { lookup as resolve, type LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** PRIVATE: the own machine or network. FORBIDDEN: no provider has such an address. */
export type AddressKind = 'PUBLIC' | 'PRIVATE' | 'FORBIDDEN';

const PRIVATE = blocking(
  ['10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '198.18.0.0/15'],
  // The last: a gateway turns such an address into one of the 32 bit kind, which may be any.
  ['::1/128', 'fc00::/7', '64:ff9b::/96'],
);
const FORBIDDEN = blocking(
  // The second is link-local: a cloud's host tells its secrets there.
  ['0.0.0.0/8', '169.254.0.0/16', '192.0.0.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  // The last is such a host's own service in the unique local range.
  ['::/128', 'fe80::/10', 'fec0::/10', 'ff00::/8', 'fd00:ec2::254/128'],
);

function blocking(ipv4: readonly string[], ipv6: readonly string[]): BlockList {
  const list = new BlockList();
  const add = (family: 'ipv4' | 'ipv6') => (subnet: string) => {
    const [net, bits] = subnet.split('/') as [string, string];
    list.addSubnet(net, Number(bits), family);
  };
  ipv4.forEach(add('ipv4'));
  ipv6.forEach(add('ipv6'));
  return list;
}

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
