import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isSigned, publicKeyOf, type Head } from '../../../server/domain/seals/heads.rules.js';
import { MailedWordsService } from '../../../server/features/seals/mailed-words.service.js';
import { SealsService } from '../../../server/features/seals/seals.service.js';
import { SYSTEM } from '../../../server/platform/auth/actor.js';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work.js';
import { startMailServer, type MailServer } from '../../data/mail-server.js';
import { createCase } from '../../support/cases.js';
import { eventually } from '../../support/eventually.js';
import { connectProvider } from '../../support/connections.js';
import { MAIL_PASSWORD, MAIL_USER, mailWish } from '../../support/mail.js';
import { createUser, signedIn } from '../../support/org.js';
import { useSite } from '../../support/site.js';
import { oneTree } from '../../support/tree.js';

const { api, org, admin, workers } = useSite({ workers: true, people: { admin: 'admin' } });
let server: MailServer;

beforeAll(async () => {
  await oneTree(api, org);
  server = await startMailServer(MAIL_USER, MAIL_PASSWORD);
  const second = await signedIn(api, await createUser(api, org, 'admin'));
  await connectProvider([admin, second], mailWish(server), api, workers);
});
afterAll(() => server.close());

const send = () => workers.get(MailedWordsService).send();
const behind = () => workers.get(MailedWordsService).behind();
const name = (mailTo: string | null, version: number) =>
  admin.post<{ fields?: { field: string }[] }>('seals/mail', { mailTo, version });
/** A day that is over, with what is signed today. */
async function signed(day: string): Promise<Head[]> {
  const { borrowerId } = await createCase(api, org, {});
  await api.get(UnitOfWork).transact(SYSTEM, async (tx) => tx.emit('borrower.appVisited', { borrowerId }));
  const seals = workers.get(SealsService);
  const heads = await eventually(async () => {
    const made = await seals.sign();
    expect(made.length).toBeGreaterThan(0);
    return made;
  });
  const [today] = (await seals.files()).reverse();
  await copyFile(join(seals.folder, today!), join(seals.folder, `heads-${day}.jsonl`));
  return heads;
}
const wordsIn = (text: string): Head[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Head);

describe('the signed words of a day', () => {
  it('are mailed to nobody until somebody is named', async () => {
    await signed('2020-01-01');
    expect([await send(), await behind()]).toEqual([0, null]);
  });

  it('are mailed to each who is named, once, and hold by the key that comes along', async () => {
    expect((await name('auditor@audit.example, notary@notary.example', 0)).code).toBe('00');
    const heads = await signed('2020-01-02');
    expect(await send()).toBe(2);
    expect(server.taken.map(({ to }) => to)).toEqual([['auditor@audit.example'], ['notary@notary.example']]);
    const { text } = server.taken[0]!;
    const key = publicKeyOf(/-----BEGIN[\s\S]*END PUBLIC KEY-----/.exec(text)![0]);
    const words = wordsIn(text);
    expect(words.every((word) => isSigned(word, key))).toBe(true);
    expect(words).toContainEqual(heads.at(-1));
    expect(await send()).toBe(0);
  });

  it('are mailed again after a refusal, with those of the days between', async () => {
    server.taken.length = 0;
    await signed('2020-01-03');
    server.mood = 'REFUSE';
    await expect(send()).rejects.toThrow('mail');
    expect(await behind()).toBeGreaterThan(24 * 60);
    await signed('2020-01-04');
    server.mood = 'TAKE';
    expect(await send()).toBe(4);
    expect(await behind()).toBe(0);
  });

  it.each([
    ['no address', 'auditor'],
    ['more than five', Array.from({ length: 6 }, (_, at) => `a${at}@audit.example`).join(',')],
  ])('are refused for %s', async (_, mailTo) => {
    const { code, data } = await name(mailTo, 1);
    expect([code, data.fields?.[0]?.field]).toEqual(['22', 'mailTo']);
  });
});
