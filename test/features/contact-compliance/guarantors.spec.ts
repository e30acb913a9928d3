import type { INestApplicationContext } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ContactPreview, PreviewedContact } from '../../../contract/contact/contact-compliance.js';
import { sql } from '../../../server/platform/db/sql.js';
import { eventually } from '../../support/eventually.js';
import { createUser, signedIn, type Client } from '../../support/org.js';
import { TestSocket } from '../../support/sockets.js';
import { useDesk } from '../../support/site.js';
import { startWorkers } from '../../support/workers.js';
import { contactOf, createDesk, openCase } from '../cases/desk.js';

/** A Wednesday, 11:00 in Mexico City. */
const NOON = '2026-11-18T17:00:00Z';

let coLeader: Client;

const { desk } = useDesk(createDesk, { clock: NOON });
beforeAll(async () => {
  coLeader = await signedIn(desk.api, await createUser(desk.api, desk.org, 'leader', { name: 'co-leader' }));
});

interface OfCase {
  taskId: number;
  contactId: number;
}
let phones = 5_511_120_000;
async function friendOfCase(): Promise<OfCase> {
  const cells = { contact1Name: 'Eva', contact1Phone: String(++phones), contact1Relation: 'R06' };
  const taskId = await openCase(desk, 'collector', { cells });
  return { taskId, contactId: await contactOf(desk, taskId, 'R06') };
}
const mark = (client: Client, of: OfCase, guarantor = true) =>
  client.post('contact/guarantor', { ...of, guarantor });
const confirm = (client: Client, of: OfCase, confirmed = true) =>
  client.post('contact/guarantor/confirm', { ...of, confirmed });
async function seen(of: OfCase, client = desk.as.collector): Promise<PreviewedContact> {
  const { data } = await client.get<ContactPreview>(`contact/preview?taskId=${of.taskId}`);
  return data.contacts.find(({ contactId }) => contactId === of.contactId)!;
}
const mayBeCalled = async (of: OfCase) => (await seen(of)).channels.CALL.allow;
const eventsOf = async ({ taskId }: OfCase) =>
  (
    await desk.api.rows<{ name: string; payload: string }>(sql`
      SELECT name, payload FROM domain_event
      WHERE case_id = ${taskId} AND name LIKE 'contact.guarantor%' ORDER BY id`)
  ).map(({ name, payload }) => [name, JSON.parse(payload) as object]);

describe('a guarantor', () => {
  it('may be contacted only when a second person has confirmed what the first one asked for', async () => {
    const of = await friendOfCase();
    expect((await mark(desk.as.leader, of)).code).toBe('00');
    expect(await mayBeCalled(of)).toBe(false);
    expect(await confirm(desk.as.leader, of)).toMatchObject({
      code: '20',
      message: 'Another leader, a supervisor or an administrator has to confirm what you asked for',
    });
    expect(await mayBeCalled(of)).toBe(false);
    expect((await confirm(desk.as.supervisor, of)).code).toBe('00');
    expect(await mayBeCalled(of)).toBe(true);
    expect(await seen(of)).toMatchObject({ guarantor: true, guarantorRequest: null });
    const [row] = await desk.api.rows(sql`
      SELECT requested_by AS requestedBy, confirmed_by AS confirmedBy FROM guarantor_mark
      WHERE contact_id = ${of.contactId}`);
    expect(row).toEqual({ requestedBy: desk.people.leader.id, confirmedBy: desk.people.supervisor.id });
    const ids = { caseId: of.taskId, contactId: of.contactId };
    expect(await eventsOf(of)).toEqual([
      ['contact.guarantorRequested', ids],
      ['contact.guarantorMarked', { ...ids, guarantor: true }],
    ]);
  });

  it.each(['coLeader', 'supervisor', 'admin'] as const)(
    'may be confirmed by the %s of the scope',
    async (who) => {
      const of = await friendOfCase();
      await mark(desk.as.leader, of);
      const second = who === 'coLeader' ? coLeader : desk.as[who];
      expect((await confirm(second, of)).code).toBe('00');
      expect(await mayBeCalled(of)).toBe(true);
    },
  );

  it('is asked for and confirmed by nobody else', async () => {
    const of = await friendOfCase();
    for (const person of ['collector', 'stranger', 'supervisor'] as const)
      expect({ [person]: (await mark(desk.as[person], of)).code }).toEqual({ [person]: '20' });
    for (const person of ['otherLeader', 'otherAdmin'] as const)
      expect({ [person]: (await mark(desk.as[person], of)).code }).toEqual({ [person]: '21' });
    await mark(desk.as.leader, of);
    for (const person of ['collector', 'colleague', 'stranger'] as const)
      expect({ [person]: (await confirm(desk.as[person], of)).code }).toEqual({ [person]: '20' });
    for (const person of ['otherLeader', 'otherAdmin'] as const)
      expect({ [person]: (await confirm(desk.as[person], of)).code }).toEqual({ [person]: '21' });
    expect(await mayBeCalled(of)).toBe(false);
  });

  it('is said to whoever looks at the case, by name and whether it is the own request', async () => {
    const of = await friendOfCase();
    await mark(desk.as.leader, of);
    const request = {
      name: 'Eva',
      requestedBy: 'leader',
      requestedAt: expect.stringMatching(/^2026-11-18T17:/),
    };
    expect((await seen(of, desk.as.leader)).guarantorRequest).toEqual({ ...request, own: true });
    expect((await seen(of, desk.as.supervisor)).guarantorRequest).toEqual({ ...request, own: false });
  });

  it('that does not fit the state is refused, and names the field that is wrong', async () => {
    const of = await friendOfCase();
    expect((await confirm(desk.as.admin, of)).code).toBe('23');
    expect((await mark(desk.as.leader, of, false)).code).toBe('23');
    await mark(desk.as.leader, of);
    expect((await mark(coLeader, of)).code).toBe('23');
    await confirm(coLeader, of);
    expect((await mark(desk.as.leader, of)).code).toBe('23');
    expect((await confirm(desk.as.admin, of)).code).toBe('23');
    expect((await confirm(desk.as.admin, { ...of, contactId: 999_999_999 })).code).toBe('21');
    expect((await mark(desk.as.admin, { ...of, contactId: 999_999_999 })).code).toBe('21');
    const wrong = await desk.as.admin.post('contact/guarantor/confirm', { ...of, confirmed: 'yes' });
    expect(wrong).toMatchObject({ code: '22', data: { fields: [{ field: 'confirmed' }] } });
  });

  it('that is refused or taken back may be asked for again, and asks for two people again', async () => {
    const of = await friendOfCase();
    await mark(desk.as.leader, of);
    expect((await confirm(desk.as.supervisor, of, false)).code).toBe('00');
    await mark(desk.as.leader, of);
    expect((await confirm(desk.as.leader, of, false)).code).toBe('00');
    await mark(coLeader, of);
    await confirm(desk.as.leader, of);
    expect(await mayBeCalled(of)).toBe(true);
    expect((await mark(desk.as.leader, of, false)).code).toBe('00');
    expect(await mayBeCalled(of)).toBe(false);
    expect((await eventsOf(of)).map(([name]) => name)).toEqual([
      'contact.guarantorRequested', 'contact.guarantorRefused', 'contact.guarantorRequested', 'contact.guarantorRefused',
      'contact.guarantorRequested', 'contact.guarantorMarked', 'contact.guarantorMarked',
    ]); // prettier-ignore
    await mark(desk.as.leader, of);
    expect(await mayBeCalled(of)).toBe(false);
  });

  it('is asked for once and confirmed once, however many do it at once', async () => {
    const of = await friendOfCase();
    const asked = await Promise.all(
      Array.from({ length: 12 }, (_, index) => mark([desk.as.leader, coLeader][index % 2]!, of)),
    );
    expect(asked.filter(({ code }) => code === '00')).toHaveLength(1);
    const said = await Promise.all(Array.from({ length: 12 }, () => confirm(desk.as.supervisor, of)));
    expect(said.filter(({ code }) => code === '00')).toHaveLength(1);
    expect(await mayBeCalled(of)).toBe(true);
  });
});

describe('with workers', () => {
  let workers: INestApplicationContext;
  beforeAll(async () => {
    workers = await startWorkers();
  });
  afterAll(() => workers.close());

  it('whoever has the case open is told to look again, of the request and of its confirmation', async () => {
    const of = await friendOfCase();
    const socket = await TestSocket.open(desk.as.supervisor);
    await socket.watch({ topic: 'case', caseId: of.taskId });
    const looks = () =>
      socket.of('tags.changed').filter(({ data }) => data.tags.some(({ type }) => type === 'Contact')).length;
    await mark(desk.as.leader, of);
    await eventuallyMore(looks, 0);
    const before = looks();
    await confirm(desk.as.supervisor, of);
    await eventuallyMore(looks, before);
    expect({ 'a row shows nothing of it': socket.of('case.changed') }).toEqual({
      'a row shows nothing of it': [],
    });
    socket.close();
  });
});

async function eventuallyMore(count: () => number, than: number): Promise<void> {
  await eventually(() => expect(count()).toBeGreaterThan(than));
}
