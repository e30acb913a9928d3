import type { LookupAddress } from 'node:dns';
import { describe, expect, it } from '@jest/globals';
import { guardedLookup, kindOfAddress, kindOfAll } from '../../server/platform/providers/addresses.js';

const looked = (allowsPrivate: boolean, all: boolean) =>
  new Promise<string | LookupAddress[] | Error>((done) =>
    guardedLookup(allowsPrivate)('localhost', { all }, (error, found) => done(error ?? found)),
  );

describe('an address', () => {
  it.each([
    ['93.184.216.34', 'PUBLIC'],
    ['2606:4700::1111', 'PUBLIC'],
    ['127.8.8.8', 'PRIVATE'],
    ['10.1.2.3', 'PRIVATE'],
    ['172.31.255.255', 'PRIVATE'],
    ['172.32.0.1', 'PUBLIC'],
    ['192.168.1.1', 'PRIVATE'],
    ['100.64.0.1', 'PRIVATE'],
    ['::1', 'PRIVATE'],
    ['fd12::1', 'PRIVATE'],
    ['::ffff:10.0.0.1', 'PRIVATE'],
    ['64:ff9b::7f00:1', 'PRIVATE'],
    ['169.254.169.254', 'FORBIDDEN'],
    ['::ffff:a9fe:a9fe', 'FORBIDDEN'],
    ['fe80::1', 'FORBIDDEN'],
    ['fd00:ec2::254', 'FORBIDDEN'],
    ['0.0.0.0', 'FORBIDDEN'],
    ['::', 'FORBIDDEN'],
    ['239.1.1.1', 'FORBIDDEN'],
    ['255.255.255.255', 'FORBIDDEN'],
    ['ff02::1', 'FORBIDDEN'],
    ['not an address', 'FORBIDDEN'],
  ])('%s is %s', (address, kind) => expect(kindOfAddress(address)).toBe(kind));

  it('is as far as the worst that its name leads to', () => {
    expect(kindOfAll(['93.184.216.34', '127.0.0.1'])).toBe('PRIVATE');
    expect(kindOfAll(['93.184.216.34', '169.254.169.254'])).toBe('FORBIDDEN');
    expect(kindOfAll([])).toBe('FORBIDDEN');
  });
});

describe('a name that is dialled', () => {
  it('leads nowhere when it has come to lead into the own network', async () => {
    expect(await looked(false, true)).toBeInstanceOf(Error);
    expect(await looked(false, false)).toBeInstanceOf(Error);
  });

  it('leads there when two people agreed to it', async () => {
    expect(kindOfAddress((await looked(true, false)) as string)).toBe('PRIVATE');
    const all = (await looked(true, true)) as LookupAddress[];
    expect(all.length).toBeGreaterThan(0);
    expect(all.every(({ address }) => kindOfAddress(address) === 'PRIVATE')).toBe(true);
  });
});
