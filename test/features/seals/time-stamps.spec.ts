import { appendFile, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { healthOf } from '../../../server/domain/health/health.rules.js';
import { askStamp, readStamp } from '../../../server/domain/seals/time-stamp.rules.js';
import { SealsService } from '../../../server/features/seals/seals.service.js';
import { TimeStampsService } from '../../../server/features/seals/time-stamps.service.js';
import { outsidePort } from '../../support/outside.js';
import { useSite } from '../../support/site.js';
import { StampAuthority } from '../../support/stamp-authority.js';

const authority = new StampAuthority();
const port = await outsidePort();
const { workers } = useSite({
  workers: true,
  env: { RECOUP_STAMP_URL: `http://127.0.0.1:${port}/tsr`, RECOUP_STAMP_CA: authority.ca },
});
const stamps = () => workers.get(TimeStampsService);
const fileOf = (day: string) => join(workers.get(SealsService).folder, `heads-${day}.jsonl`);
const faultsOf = async () => (await stamps().verify()).map(({ file, fault }) => `${file} ${fault}`);

beforeAll(async () => {
  await authority.listen(port);
  await workers.get(SealsService).files();
});
afterAll(() => authority.end());
beforeEach(() => {
  authority.reply = (made) => made;
});

describe('a reply of an authority', () => {
  const bytes = Buffer.from('what was signed');
  const asked = () => {
    const { body, nonce } = askStamp(bytes);
    return { nonce, reply: (signer?: string) => authority.replyTo(body, signer) };
  };
  const trusted = () => readFile(authority.ca, 'utf8');

  it('says when the bytes were there, and openssl says so too', async () => {
    const { nonce, reply } = asked();
    const made = reply();
    const at = await readStamp(made, { bytes, nonce, trusted: await trusted() });
    expect(Math.abs(at.getTime() - Date.now())).toBeLessThan(60_000);
    await writeFile(join(authority.folder, 'made.tsr'), made);
    await writeFile(join(authority.folder, 'data'), bytes);
    const words = authority.openssl('ts', '-verify', '-data', 'data', '-in', 'made.tsr', '-CAfile', 'ca.pem');
    expect(words).toContain('Verification: OK');
  });

  it('is refused with another number, for other bytes, by another authority, or when it was refused', async () => {
    const { nonce, reply } = asked();
    const made = reply();
    const fault = async (more: object, of = made) =>
      readStamp(of, { bytes, nonce, trusted: await trusted(), ...more }).then(
        () => null,
        (error: { fault: string }) => error.fault,
      );
    expect(await fault({})).toBeNull();
    expect(await fault({ nonce: askStamp(bytes).nonce })).toBe('otherNonce');
    expect(await fault({ bytes: Buffer.from('what was signed later') })).toBe('otherBytes');
    const other = new StampAuthority();
    expect(await fault({ trusted: await readFile(other.ca, 'utf8') })).toBe('certificate');
    await other.end();
    expect(await fault({}, Buffer.from('<html>'))).toBe('unreadable');
    const rejected = authority.replyTo(Buffer.from('no request'));
    expect(await fault({}, rejected)).toBe('refused');
  });

  it('says no other time, whichever of its bytes somebody has changed', async () => {
    const { reply } = asked();
    const made = reply();
    const ca = await trusted();
    const at = await readStamp(made, { bytes, trusted: ca });
    let refused = 0;
    for (let place = 0; place < made.length; place += 7) {
      const changed = Buffer.from(made);
      changed[place]! ^= 0x01;
      const held = await readStamp(changed, { bytes, trusted: ca }).catch(() => null);
      // The authority's own certificate comes along and is not believed: every byte of it may differ.
      if (held) expect(held).toEqual(at);
      else refused++;
    }
    expect(refused).toBeGreaterThan(made.length / 7 / 2);
  });

  it('is refused of a certificate that is over, or for another purpose', async () => {
    authority.certify('over', 'extendedKeyUsage=critical,timeStamping', -1);
    authority.certify('page', 'extendedKeyUsage=serverAuth');
    const { nonce, reply } = asked();
    const context = { bytes, nonce, trusted: await trusted() };
    await expect(readStamp(reply('over'), context)).rejects.toMatchObject({ fault: 'certificate' });
    // openssl itself signs with no such key: it goes by what the certificate says.
    expect(() => reply('page')).toThrow();
  });
});

describe('the days of signed words', () => {
  it('are stamped once they are over, oldest first, each once', async () => {
    await writeFile(fileOf('2026-11-16'), '\n');
    await writeFile(fileOf('2026-11-17'), '\n\n');
    await workers.get(SealsService).sign();
    const before = authority.requests.length;
    expect(await stamps().open()).toBe(2);
    expect(await stamps().stamp()).toBe(2);
    expect(authority.requests.length - before).toBe(2);
    expect([await stamps().open(), await stamps().stamp()]).toEqual([0, 0]);
    const held = (await stamps().verify()).filter(({ at }) => at);
    expect(held.map(({ file }) => file)).toEqual(['heads-2026-11-16.jsonl', 'heads-2026-11-17.jsonl']);
  });

  it.each<[string, StampAuthority['reply'], RegExp]>([
    ['an error', () => null, /answered 500/],
    ['no reply at all', () => Buffer.from('sorry'), /unreadable/],
    ['the reply to another request', () => authority.replyTo(askStamp(Buffer.from('x')).body), /otherBytes/],
  ])('stay open after %s', async (_, reply, why) => {
    await writeFile(fileOf('2026-11-15'), '\n\n\n');
    authority.reply = reply;
    await expect(stamps().stamp()).rejects.toThrow(why);
    expect(await stamps().open()).toBe(1);
    authority.reply = (made) => made;
    expect(await stamps().stamp()).toBe(1);
    await rename(`${fileOf('2026-11-15')}.tsr`, `${fileOf('2026-11-15')}.before`);
  });

  it('are found when they were changed after they were stamped', async () => {
    await stamps().stamp();
    expect((await faultsOf()).filter((line) => !line.endsWith('null'))).toEqual([]);
    await appendFile(fileOf('2026-11-16'), '\n');
    expect((await faultsOf()).filter((line) => !line.endsWith('null'))).toEqual([
      'heads-2026-11-16.jsonl otherBytes',
    ]);
  });

  it('without a stamp are a matter of health', () => {
    expect(healthOf('timeStamps', null).state).toBe('GOOD');
    expect([0, 1, 7].map((days) => healthOf('timeStamps', days).state)).toEqual(['GOOD', 'WARN', 'BAD']);
  });
});
