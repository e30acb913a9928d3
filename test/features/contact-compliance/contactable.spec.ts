import { beforeAll, describe, expect, it } from '@jest/globals';
import type { CaseGroupCounts, CaseRow } from '../../../contract/cases/cases.js';
import type { Page } from '../../../contract/shared/page.js';
import { openZonesOf } from '../../../server/domain/contact-compliance/decide/contactable.rules.js';
import { DEFAULT_POLICY } from '../../../server/domain/contact-compliance/policy/policy.rules.js';
import { sql } from '../../../server/platform/db/sql.js';
import { TestSocket } from '../../support/sockets.js';
import { useDesk } from '../../support/site.js';
import { contactOf, createDesk, openCase, requestId, type DeskPerson } from '../cases/desk.js';

/** A Wednesday, 08:30 in Mexico City and 06:30 in Tijuana. */
const EARLY = '2026-11-18T14:30:00Z';

const ids: Record<'city' | 'tijuana' | 'unknown' | 'called' | 'held' | 'closed', number> = {
  city: 0, tijuana: 0, unknown: 0, called: 0, held: 0, closed: 0,
}; // prettier-ignore

const { desk } = useDesk(createDesk, { clock: EARLY, workers: true });
beforeAll(async () => {
  const city = { state: 'Ciudad de México', municipality: 'Coyoacán' };
  const open = (cells: Record<string, string>) => openCase(desk, 'collector', { cells });
  ids.city = await open(city);
  ids.tijuana = await open({ state: 'Baja California', municipality: 'Tijuana' });
  ids.unknown = await open({ state: '', municipality: '' });
  ids.called = await open(city);
  ids.held = await open(city);
  ids.closed = await openCase(desk, 'collector', { cells: city, status: 'C31' });
  await desk.as.collector.post('task/record', {
    taskId: ids.called, callStatus: 'NO_ANSWER', clientRequestId: requestId(),
  }); // prettier-ignore
  await desk.as.leader.post('contact/hold', { taskId: ids.held, kind: 'LEGAL' });
});

const listed = async (person: DeskPerson, query = '') => {
  const path = `task/listing?contactable=now&size=200${query}`;
  const { code, data } = await desk.as[person].get<Page<CaseRow>>(path);
  expect(code).toBe('00');
  return { ids: data.result.map(({ id }) => id).sort(), total: data.totalCount };
};
const counted = async (person: DeskPerson) =>
  (await desk.as[person].get<CaseGroupCounts>('task/counts')).data.contactableNow;

describe('the list of whom one may call now', () => {
  it.each(['collector', 'leader', 'supervisor', 'admin'] as const)('of the %s', async (person) => {
    expect(await listed(person)).toEqual({ ids: [ids.city], total: 1 });
    expect(await counted(person)).toBe(1);
  });

  it('is held to the other filters', async () => {
    expect((await listed('collector', '&status=C10')).ids).toEqual([]);
    expect((await listed('leader', '&due=now')).ids).toEqual([]);
    expect((await listed('admin', `&borrowerName=${encodeURIComponent('Nobody')}`)).ids).toEqual([]);
    expect((await listed('admin', '&status=C01')).ids).toEqual([ids.city]);
    expect((await listed('stranger')).ids).toEqual([]);
  });

  it('follows what is lifted and what is due', async () => {
    const { data } = await desk.as.leader.get<{ holds: { holdId: number }[] }>(
      `contact/preview?taskId=${ids.held}`,
    );
    await desk.as.leader.post('contact/hold/lift', { taskId: ids.held, holdId: data.holds[0]!.holdId });
    expect((await listed('leader')).ids).toEqual([ids.city, ids.held].sort());
    await desk.api.rows(
      sql`UPDATE collection_case SET contact_from = ${new Date(EARLY)} WHERE id = ${ids.called}`,
    );
    expect((await listed('leader')).ids).toEqual([ids.city, ids.called, ids.held].sort());
  });

  it('follows a new case of a borrower who was called', async () => {
    const [row] = await desk.api.rows<{ externalId: string }>(sql`
      SELECT b.external_id AS externalId FROM collection_case c JOIN borrower b ON b.id = c.borrower_id
      WHERE c.id = ${ids.city}`);
    await desk.as.collector.post('task/record', {
      taskId: ids.city, callStatus: 'NO_ANSWER', clientRequestId: requestId(),
    }); // prettier-ignore
    const again = await openCase(desk, 'collector', {
      cells: { borrowerExternalId: row!.externalId, state: 'Ciudad de México', municipality: 'Coyoacán' },
    });
    expect((await listed('leader')).ids).not.toContain(again);
  });
});

describe('the open zones', () => {
  const policies = new Map([
    [1, DEFAULT_POLICY],
    [2, DEFAULT_POLICY],
    [3, { ...DEFAULT_POLICY, operatingHours: { ...DEFAULT_POLICY.operatingHours, days: [7] } }],
  ]);

  it.each([
    ['08:30 in Mexico City', EARLY, [1, 6, 8, 9, 10, 5].sort((a, b) => a - b)],
    ['noon', '2026-11-18T18:00:00Z', [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
    ['20:30 in Mexico City', '2026-11-19T02:30:00Z', [2, 3, 4, 7]],
    ['23:00 in Mexico City', '2026-11-19T05:00:00Z', []],
  ])('at %s', (_, at, zones) => {
    const [alike] = openZonesOf(policies, new Date(at));
    expect(alike).toEqual({ institutionIds: zones.length === 0 ? [1, 2, 3] : [1, 2], zones });
  });
});

describe('whoever has the case open', () => {
  it('hears of an act on another case of the borrower', async () => {
    const [mine, other] = [await openCase(desk, 'collector'), await openCase(desk, 'colleague')];
    await desk.api.rows(sql`
      UPDATE collection_case c, (SELECT borrower_id FROM collection_case WHERE id = ${mine}) b
      SET c.borrower_id = b.borrower_id WHERE c.id = ${other}`);
    const socket = await TestSocket.open(desk.as.collector);
    expect((await socket.watch({ topic: 'case', caseId: mine })).ok).toBe(true);
    const contactId = await contactOf(desk, other);
    expect((await desk.as.colleague.post('contact/optOut', { taskId: other, contactId })).code).toBe('00');
    const frame = await socket.next('tags.changed', ({ data }) =>
      data.tags.some(({ type }) => type === 'Contact'),
    );
    expect(frame.data.tags).toEqual([{ type: 'Contact' }]);
    expect(frame.room).toMatch(/^borrower:/);
    socket.close();
  });

  it('hears of a new policy', async () => {
    const socket = await TestSocket.open(desk.as.collector);
    const body = { version: 0, policy: DEFAULT_POLICY, note: '' };
    expect((await desk.as.admin.post('guard/policy', body)).code).toBe('00');
    await socket.next('tags.changed', ({ data }) =>
      data.tags.some(({ type, id }) => type === 'Contact' && !id),
    );
    socket.close();
  });
});
