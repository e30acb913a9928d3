import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import type { UserPicture } from '../../../contract/session.js';
import type { UserInfo } from '../../../contract/administration/users.js';
import { greyPng } from '../../../server/platform/files/png.js';
import { Config } from '../../../server/platform/config/config.js';
import { sql } from '../../../server/platform/db/sql.js';
import { createUser, signedIn, type Client, type Person } from '../../support/org.js';
import { useSite } from '../../support/site.js';

let outsider: Client;
let clerk: Person;
let own: Client;

const { api, org, admin, leader } = useSite({ people: { admin: 'admin', leader: 'leader' } });
beforeAll(async () => {
  const far = { institutionId: org.otherInstitutionId };
  outsider = await signedIn(api, await createUser(api, org, 'admin', far));
});
beforeEach(async () => {
  clerk = await createUser(api, org, 'member');
  own = await signedIn(api, clerk);
});

const drawn = (width = 300, height = 200) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: 'red',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  });
const base64 = (bytes: Buffer) => bytes.toString('base64');
const setOwn = (base64Image: string | null, who = own) =>
  who.post<{ fields: { message: string }[] } | null>('login/userPicture', { base64Image });
const address = async () => (await own.get<UserPicture>('login/userPicture')).data.picture;
const fetched = async (who: Client, path: string) => {
  const { body, headers } = await who.agent.get(path).buffer(true).responseType('blob');
  return { bytes: body as Buffer, type: headers['content-type'] };
};
const kept = async () =>
  (await readdir(join(api.get(Config).dataDir, 'files', 'pictures')).catch(() => [])).length;
const events = () =>
  api.rows<{ name: string; payload: string }>(sql`
    SELECT name, payload FROM domain_event WHERE subject_type = 'user' AND subject_id = ${clerk.id} ORDER BY id`);

describe('a picture of oneself', () => {
  it.each(['jpeg', 'png', 'webp'] as const)(
    'is a %s, and comes back as a JPEG of 400 x 400',
    async (kind) => {
      expect(await address()).toBeNull();
      expect((await setOwn(base64(await drawn().toFormat(kind).toBuffer()))).code).toBe('00');
      const { bytes, type } = await fetched(own, (await address())!);
      expect(type).toBe('image/jpeg');
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 400, height: 400 });
    },
  );

  it('is upright, and tells no place, time or device', async () => {
    const half = await sharp({ create: { width: 300, height: 600, channels: 3, background: 'blue' } })
      .png()
      .toBuffer();
    const taken = await sharp({ create: { width: 600, height: 600, channels: 3, background: 'red' } })
      .composite([{ input: half, left: 0, top: 0 }])
      .withExif({ IFD0: { Model: 'Secret phone' }, IFD3: { GPSLatitude: '19/1 25/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    await setOwn(`data:image/jpeg;base64,${base64(taken)}`);
    const { bytes } = await fetched(own, (await address())!);
    const { exif, xmp, iptc } = await sharp(bytes).metadata();
    expect([exif, xmp, iptc]).toEqual([undefined, undefined, undefined]);
    expect(bytes.includes('Secret phone')).toBe(false);
    const [top] = await pixels(bytes, 200, 20);
    const [bottom] = await pixels(bytes, 200, 380);
    expect(top).toBeLessThan(60);
    expect(bottom).toBeGreaterThan(200);
  });

  it('has another address when it is another one; the file before is destroyed', async () => {
    await setOwn(base64(await drawn().jpeg().toBuffer()));
    const [first, files] = [await address(), await kept()];
    await setOwn(base64(await drawn().png().toBuffer()));
    expect(await address()).not.toBe(first);
    expect(await kept()).toBe(files);
    expect((await setOwn(null)).code).toBe('00');
    expect(await address()).toBeNull();
    expect(await kept()).toBe(files - 1);
    expect((await own.get(first!.slice('/api/'.length))).code).toBe('21');
  });

  it('is told once, without a word of what is on it', async () => {
    await setOwn(base64(await drawn().jpeg().toBuffer()));
    await setOwn(null);
    await setOwn(null);
    const emitted = (await events()).map(({ name, payload }) => [name, JSON.parse(payload) as object]);
    const who = { userId: clerk.id, institutionId: org.institutionId };
    expect(emitted).toEqual([
      ['user.pictureChanged', { ...who, removed: false }],
      ['user.pictureChanged', { ...who, removed: true }],
    ]);
  });
});

describe('what is refused, with nothing stored', () => {
  const html = Buffer.from('<html><script>alert(1)</script></html>');
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  it.each([
    ['a script', () => html, 'not a JPEG, PNG or WebP'],
    ['a drawing that may hold a script', () => svg, 'not a JPEG, PNG or WebP'],
    [
      "a script behind a JPEG's first bytes",
      () => Buffer.concat([Buffer.of(0xff, 0xd8, 0xff), html]),
      'damaged',
    ],
    ['half a JPEG', async () => (await drawn().jpeg().toBuffer()).subarray(0, 8_000), 'damaged'],
    ['half a PNG', async () => (await drawn().png().toBuffer()).subarray(0, 20_000), 'damaged'],
    ['62 KB that unpack to 64 million pixels', bomb, '50 million pixels'],
    ['more than 1 MB', () => Buffer.concat([Buffer.of(0xff, 0xd8, 0xff), Buffer.alloc(1024 * 1024)]), '1 MB'],
  ])('%s', async (_, make, words) => {
    const files = await kept();
    const { code, data } = await setOwn(base64(await make()));
    expect(code).toBe('22');
    expect(data!.fields[0]!.message).toContain(words);
    expect([await address(), await kept(), await events()]).toEqual([null, files, []]);
  });

  it('10 MB', async () => {
    const files = await kept();
    const refused = await setOwn(base64(Buffer.alloc(10 * 1024 * 1024, 7)));
    expect(refused).toMatchObject({ status: 413, code: '22', message: 'The request is too large' });
    expect(await kept()).toBe(files);
  });
});

describe("an administrator's picture of somebody", () => {
  const set = async (who: Client, id = clerk.id) =>
    who.post('manage/user/picture', { id, base64Image: base64(await drawn().jpeg().toBuffer()) });

  it('is shown to whoever may see the account, and raises its version', async () => {
    const before = (await admin.get<UserInfo>(`manage/user/info?id=${clerk.id}`)).data;
    expect((await set(admin)).code).toBe('00');
    const { data } = await admin.get<UserInfo>(`manage/user/info?id=${clerk.id}`);
    expect(data).toMatchObject({ picture: await address(), version: before.version + 1 });
    for (const who of [own, leader, admin])
      expect((await fetched(who, data.picture!)).type).toBe('image/jpeg');
  });

  it('does not exist outside the scope, and takes the permission', async () => {
    await set(admin);
    const path = `manage/user/picture?id=${clerk.id}`;
    const [stranger, absent] = [await outsider.get(path), await admin.get('manage/user/picture?id=1')];
    expect(stranger).toMatchObject({ code: '21' });
    expect(stranger.message).toBe(absent.message);
    const other = await signedIn(api, await createUser(api, org, 'member'));
    expect((await other.get(path)).code).toBe('21');
    const files = await kept();
    expect((await set(outsider)).code).toBe('21');
    expect((await set(leader)).code).toBe('20');
    expect(await kept()).toBe(files);
  });
});

/** A PNG of 64 million black pixels. */
function bomb(): Buffer {
  return greyPng(8_000, 8_000, new Uint8Array(64_000_000));
}

async function pixels(bytes: Buffer, left: number, top: number): Promise<number[]> {
  return [...(await sharp(bytes).extract({ left, top, width: 1, height: 1 }).raw().toBuffer())];
}
