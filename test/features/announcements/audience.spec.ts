import { beforeAll, describe, expect, it } from '@jest/globals';
import type {
  AnnouncementRow,
  AnnouncementState,
  Notice,
} from '../../../contract/supervision/announcements.js';
import { createUser, signedIn, type Client } from '../../support/org.js';
import { useSite } from '../../support/site.js';
import { everything, numbersOf, publish, unread, violation } from './desk.js';

let neighbour: Client;

const { api, org, admin, ana } = useSite({ people: { admin: 'admin', ana: 'member' } });
beforeAll(async () => {
  neighbour = await signedIn(api, await createUser(api, org, 'member', { groupId: org.otherGroupId }));
});

const texts = { cn: '你好', en: 'Hello', es: 'Hola' };
const say = (more: object = {}) =>
  admin.post<{ msgId: number; fields: { field: string }[] }>('msg/addMsg', {
    kind: 'NOTICE',
    texts,
    ...more,
  });
const heard = async (who: Client) =>
  (await who.get<Notice[]>('msg/queryAnnouncementMsg?country=es')).data.map(({ content }) => content);
const row = async (msgId: number, more: object = {}): Promise<AnnouncementRow | undefined> =>
  (await everything(admin, { msgId, ...more })).result[0];
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const update = (found: AnnouncementRow, more: object) =>
  admin.post<object>('msg/updateMsg', { ...found, ...more });

describe('an announcement', () => {
  it('is a draft until it is published, and nobody sees it before or after it was withdrawn', async () => {
    const { data } = await say({ published: false, texts: { ...texts, es: 'Aún no' } });
    expect(await heard(ana)).not.toContain('Aún no');
    const draft = (await row(data.msgId))!;
    expect(draft).toMatchObject({ state: 'DRAFT', published: false, version: 1, texts: { en: 'Hello' } });
    expect((await update(draft, { published: true })).code).toBe('00');
    expect(await heard(ana)).toContain('Aún no');
    expect((await admin.post(`msg/delete?msgId=${data.msgId}`)).code).toBe('00');
    expect(await heard(ana)).not.toContain('Aún no');
    expect(await row(data.msgId)).toBeUndefined();
    expect(await row(data.msgId, { state: 'WITHDRAWN' })).toMatchObject({ state: 'WITHDRAWN' });
  });

  it.each<[AnnouncementState, object, boolean]>([
    ['SHOWN', { startsAt: inHours(-2), endsAt: inHours(2) }, true],
    ['SCHEDULED', { startsAt: inHours(1) }, false],
    ['OVER', { startsAt: inHours(-2), endsAt: inHours(-1) }, false],
  ])('%s is seen in its window only', async (state, window, isSeen) => {
    const { data } = await say({ ...window, texts: { ...texts, es: `Ventana ${state}` } });
    expect((await heard(ana)).includes(`Ventana ${state}`)).toBe(isSeen);
    expect(await row(data.msgId, { state })).toMatchObject({ state });
  });

  it('for a group is not for its neighbours', async () => {
    const msgId = await publish(admin, { groupId: org.groupId });
    expect(numbersOf(await unread(ana))).toContain(msgId);
    expect(numbersOf(await unread(neighbour))).not.toContain(msgId);
    expect(await row(msgId)).toMatchObject({ groupName: 'Group A' });
    expect((await say({ groupId: 999_999 })).data.fields).toMatchObject([{ field: 'groupId' }]);
  });

  it.each([
    ['a notice without one of its texts', { texts: { cn: '你好', en: 'Hello' } }, 'texts.es'],
    ['a violation without its result', violation({ processResult: null }), 'processResult'],
    ['a window that ends before it begins', { startsAt: inHours(2), endsAt: inHours(1) }, 'endsAt'],
  ])('is refused: %s', async (_, body, field) => {
    const answer = await say(body);
    expect(answer.code).toBe('22');
    expect(answer.data.fields.map((each) => each.field)).toEqual([field]);
  });

  it('is changed by one of two who saw the same, and made once by one request', async () => {
    const made = await say({ clientRequestId: 'announce-once' });
    expect((await say({ clientRequestId: 'announce-once' })).data.msgId).toBe(made.data.msgId);
    expect((await say({ clientRequestId: 'announce-once', groupId: org.groupId })).code).toBe('23');
    const seen = (await row(made.data.msgId))!;
    expect((await update(seen, { groupId: org.groupId })).code).toBe('00');
    expect((await update(seen, { endsAt: inHours(5) })).code).toBe('23');
    expect(await row(made.data.msgId)).toMatchObject({ groupId: org.groupId, endsAt: null, version: 2 });
  });
});
