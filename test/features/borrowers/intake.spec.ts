import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { IdentityAnswerInfo, PictureList } from '../../../contract/cases/borrowers.js';
import type { CaseInfo } from '../../../contract/cases/cases.js';
import { LARGEST_PICTURE, type IntakeAnswer } from '../../../contract/cases/intake.js';
import { sql } from '../../../server/platform/db/sql.js';
import { createStack, startApi, TEST_SECRETS, type Stack } from '../../support/stack.js';
import { postSigned } from '../../support/signed.js';
import { eventually } from '../../support/eventually.js';
import { TestSocket } from '../../support/sockets.js';
import { startWorkers } from '../../support/workers.js';
import { createDesk, openCase, type Desk } from '../cases/desk.js';
import { borrowerOf, eventsOf, PNG } from './desk.js';

let stack: Stack;
let desk: Desk;
let workers: INestApplicationContext;
let caseId: number;
let who: { institutionCode: string; borrowerExternalId: string };
let number = 0;

beforeAll(async () => {
  stack = await createStack();
  desk = await createDesk();
  workers = await startWorkers();
});
afterAll(async () => {
  await workers.close();
  await desk.api.close();
  await stack.close();
});
beforeEach(async () => {
  caseId = await openCase(desk, 'collector');
  const [found] = await desk.api.rows<typeof who>(sql`
    SELECT i.code AS institutionCode, b.external_id AS borrowerExternalId
    FROM borrower b JOIN institution i ON i.id = b.institution_id WHERE b.id = ${await borrowerOf(desk, caseId)}`);
  who = found!;
});

type Kind = 'picture' | 'identity' | 'visit';
const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 0xff, 0xd9]);
const DAY = '2026-01-05T12:00:00.000Z';
const messageOf: Record<Kind, () => Record<string, unknown>> = {
  picture: () => ({ kind: 'FACE', takenAt: DAY, content: PNG.toString('base64') }),
  identity: () => ({ provider: 'Alibaba Cloud', reference: 'ALI-1', checkedAt: DAY, creditScore: 650 }),
  visit: () => ({ visitedAt: DAY }),
};
const KINDS = Object.keys(messageOf) as Kind[];

const tell = (kind: Kind, more: object = {}, secret = TEST_SECRETS.intakeHmac) =>
  postSigned<IntakeAnswer>(desk.api, `intake/${kind}`, secret, {
    ...{ ...who, externalId: `told-${++number}` },
    ...messageOf[kind](),
    ...more,
  });
const outcomeOf = async (kind: Kind, more: object = {}) => (await tell(kind, more)).data?.outcome;
const picture = async (kind = '') =>
  (await desk.as.collector.get<PictureList>(`task/userPic/${caseId}${kind && `?kind=${kind}`}`)).data;
const info = async () => (await desk.as.collector.get<CaseInfo>(`task/info/${caseId}`)).data;
const fieldsOf = (answer: { data: unknown }) =>
  (answer.data as { fields: { field: string }[] }).fields.map(({ field }) => field);
const filesThere = async () => (await readdir(join(stack.dataDir, 'files', 'pictures'))).length;

describe.each(KINDS)('a message about a borrower: %s', (kind) => {
  it('is taken by its signature alone', async () => {
    expect(await tell(kind, {}, 'another-secret-of-somebody')).toMatchObject({ code: '20' });
    expect(await tell(kind, {}, TEST_SECRETS.paymentHmac)).toMatchObject({ code: '20' });
    expect(await desk.as.admin.post(`intake/${kind}`, {})).toMatchObject({ code: '20' });
    expect(await outcomeOf(kind)).toBe('TAKEN');
  });

  it('changes nothing when it comes again, also at once, and is refused with other content', async () => {
    const externalId = `again-${kind}`;
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => outcomeOf(kind, { externalId })));
    expect(outcomes.sort()).toEqual([...Array.from({ length: 7 }, () => 'REPEATED'), 'TAKEN']);
    const other = await tell(kind, { externalId, ...only(kind, '2026-01-06T12:00:00.000Z') });
    expect(other).toMatchObject({ code: '23' });
  });

  it('older than what is there changes nothing, and one from the future counts as of now', async () => {
    const at = (time: string) => only(kind, time);
    expect(await outcomeOf(kind, at('2026-02-01T00:00:00.000Z'))).toBe('TAKEN');
    expect(await outcomeOf(kind, at('2026-01-31T00:00:00.000Z'))).toBe('OUTDATED');
    expect(await outcomeOf(kind, at('2099-01-01T00:00:00.000Z'))).toBe('TAKEN');
    await eventually(async () => expect(await outcomeOf(kind, at(new Date().toISOString()))).toBe('TAKEN'));
  });

  it('of a borrower or an institution that is not there is answered clearly, and leaves nothing', async () => {
    const before = kind === 'picture' ? await filesThere() : 0;
    for (const wrong of [{ borrowerExternalId: 'NOBODY' }, { institutionCode: 'NOWHERE' }])
      expect(await tell(kind, wrong)).toMatchObject({
        code: '21',
        message: 'The institution has no borrower with this number',
      });
    if (kind === 'picture') expect(await filesThere()).toBe(before);
  });

  it('names what is wrong, and what it does not know', async () => {
    expect(fieldsOf(await tell(kind, { externalId: 'a b c' }))).toEqual(['externalId']);
    expect(fieldsOf(await tell(kind, { surprise: 1 }))).toEqual(['surprise']);
  });

  it('shows at once on an open case page', async () => {
    const socket = await TestSocket.open(desk.as.collector);
    await socket.watch({ topic: 'case', caseId });
    await tell(kind);
    const type = { picture: 'Pictures', identity: 'Identity', visit: 'Case' }[kind];
    await socket.next('tags.changed', ({ data }) => data.tags.some((tag) => tag.type === type));
    socket.close();
  });
});

/** The time of a message of this kind, under its own name. */
function only(kind: Kind, at: string): object {
  return { [{ picture: 'takenAt', identity: 'checkedAt', visit: 'visitedAt' }[kind]]: at };
}

describe('what was taken', () => {
  it('is the picture, sealed at rest, and the file that it replaced is gone', async () => {
    await tell('picture');
    const before = await filesThere();
    await tell('picture', { takenAt: '2026-01-06T00:00:00.000Z', content: JPEG.toString('base64') });
    expect(await filesThere()).toBe(before);
    expect((await picture()).pictures).toEqual([{ kind: 'FACE', takenAt: '2026-01-06T00:00:00.000Z' }]);
    expect((await picture('FACE')).image).toBe(`data:image/jpeg;base64,${JPEG.toString('base64')}`);
    const [row] = await desk.api.rows<{ file: string }>(sql`
      SELECT file FROM borrower_picture WHERE borrower_id = ${await borrowerOf(desk, caseId)}`);
    const sealed = await readFile(join(stack.dataDir, 'files', 'pictures', row!.file));
    expect(sealed.includes(JPEG)).toBe(false);
    expect(await eventsOf(desk, caseId, 'borrower.pictureReceived')).toHaveLength(2);
  });

  it.each([
    ['text', Buffer.from('<svg onload=alert(1)>')],
    ['a picture cut off', PNG.subarray(0, 40)],
    ['a page that begins as a picture', Buffer.concat([JPEG.subarray(0, 4), Buffer.from('<script>')])],
    ['a GIF', Buffer.from('GIF89a........')],
    [
      'more than a megabyte',
      Buffer.concat([JPEG.subarray(0, 4), Buffer.alloc(LARGEST_PICTURE), JPEG.subarray(-2)]),
    ],
  ])('is no picture by its name: %s', async (_, content) => {
    const answer = await tell('picture', { content: content.toString('base64') });
    expect(answer.code).toBe('22');
    expect(fieldsOf(answer)).toEqual(['content']);
    expect((await picture()).pictures).toEqual([]);
  });

  it('is the answer of the third party, with nothing where it said nothing', async () => {
    await tell('identity', { identityMatch: true, faceSimilarity: 0.91 });
    const { data } = await desk.as.collector.get<IdentityAnswerInfo>(`task/userAlibabaInfo/${caseId}`);
    expect(data.answer).toMatchObject({
      ...{ provider: 'Alibaba Cloud', reference: 'ALI-1', checkedAt: DAY },
      ...{ identityMatch: true, phoneMatch: null, faceSimilarity: 0.91, creditScore: 650, riskLevel: null },
    });
  });

  it('is the last visit of the app, on the case page', async () => {
    expect((await info()).lastAppVisit).toBeNull();
    await tell('visit');
    expect((await info()).lastAppVisit).toBe(DAY);
  });
});

it('is taken from one address so many at once, and then told to wait', async () => {
  process.env['RECOUP_CALL_BUDGET'] = '0.05';
  const strict = await startApi();
  const message = () => ({ ...who, externalId: `many-${++number}`, ...messageOf.visit() });
  const answers = await Promise.all(
    Array.from({ length: 120 }, () => postSigned(strict, 'intake/visit', TEST_SECRETS.intakeHmac, message())),
  );
  const refused = answers.filter(({ code }) => code === '31');
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.every(({ status }) => status === 429)).toBe(true);
  expect(answers.filter(({ code }) => code === '00').length).toBe(120 - refused.length);
  await strict.close();
});
