import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ApprovalRow } from '../../../contract/administration/approvals.js';
import type { ContactPolicy } from '../../../contract/contact/contact-compliance.js';
import { loosens, strictest } from '../../../contract/contact/policy-levels.js';
import type { PolicyAnswer, PolicySaved, PolicyVersion } from '../../../contract/contact/policy.js';
import type { Page } from '../../../contract/shared/page.js';
import { PolicySimulationService } from '../../../server/features/contact-compliance/policy/lab/policy-simulation.service.js';
import { DEFAULT_POLICY } from '../../../server/domain/contact-compliance/policy/policy.rules.js';
import { sql } from '../../../server/platform/db/sql.js';
import { createUser, signedIn, type Client } from '../../support/org.js';
import { useDesk } from '../../support/site.js';
import { below } from '../../support/tree.js';
import { createDesk, requestId } from '../cases/desk.js';

const { desk } = useDesk(createDesk, { clock: '2026-11-18T17:00:00Z' });
let second: Client;
beforeAll(async () => {
  second = await signedIn(desk.api, await createUser(desk.api, desk.org, 'admin', { name: 'second' }));
});

const messages = (perDay: number): ContactPolicy => ({ ...DEFAULT_POLICY, messages: { perDay } });
const inForce = async (client = desk.as.admin) => (await client.get<PolicyAnswer>('guard/policy')).data;
const ask = async (
  policy: ContactPolicy,
  { client = desk.as.admin, note = 'The lender asks for it' } = {},
) => {
  const { version } = await inForce(client);
  return client.post<PolicySaved>('guard/policy', { version, policy, note });
};
const decide = (id: number | null, approve = true, client = second) =>
  client.post('approval/decide', {
    ...{ id, version: 1, approve, answer: 'Seen', clientRequestId: requestId() },
  });
const approvals = async () =>
  (await second.get<Page<ApprovalRow>>('approval/list?kind=POLICY_LOOSE')).data.result;

describe('a policy loosens another', () => {
  it.each<[string, Partial<ContactPolicy>, boolean]>([
    ['is the same', {}, false],
    ['refuses more messages', { messages: { perDay: 1 } }, false],
    ['allows more messages', { messages: { perDay: 3 } }, true],
    ['works on a day more', { operatingHours: { ...DEFAULT_POLICY.operatingHours, days: [1, 2, 3, 4, 5, 6] } }, true],
    ['names its days in another order', { operatingHours: { ...DEFAULT_POLICY.operatingHours, days: [5, 4, 3, 2, 1] } }, false],
    ['works on a day less', { operatingHours: { ...DEFAULT_POLICY.operatingHours, days: [1, 2, 3, 4] } }, false],
    ['works on holidays', { operatingHours: { ...DEFAULT_POLICY.operatingHours, onHolidays: true } }, true],
    ['closes a day more', { operatingHours: { ...DEFAULT_POLICY.operatingHours, closedDays: ['2026-12-24'] } }, false],
    ['waits less', { attempts: { ...DEFAULT_POLICY.attempts, apartMinutes: 60 } }, true],
    ['contacts more people', { relations: ['R01', 'R02'] }, true],
    ['trades one for another', { messages: { perDay: 1 }, conversations: { perDay: 2 } }, true],
  ])('when it %s', (_, more, is) => {
    expect(loosens(DEFAULT_POLICY, { ...DEFAULT_POLICY, ...more })).toBe(is);
    expect(loosens(DEFAULT_POLICY, strictest([DEFAULT_POLICY, { ...DEFAULT_POLICY, ...more }]))).toBe(false);
  }); // prettier-ignore
});

it('a policy loosens one that closes a day which it does not, and not one that closes the same days', () => {
  const closing = (...closedDays: string[]): ContactPolicy => ({
    ...DEFAULT_POLICY,
    operatingHours: { ...DEFAULT_POLICY.operatingHours, closedDays },
  });
  expect(loosens(closing('2026-12-24'), DEFAULT_POLICY)).toBe(true);
  expect(loosens(closing('2026-12-24'), closing('2026-12-31'))).toBe(true);
  expect(loosens(closing('2026-12-31', '2026-12-24'), closing('2026-12-24', '2026-12-31'))).toBe(false);
  expect(loosens(DEFAULT_POLICY, closing())).toBe(false);
});

describe('a contact policy that allows more', () => {
  it('holds once a second administrator has approved it, as it was asked for, and names both', async () => {
    const { data } = await ask(messages(4));
    expect(data).toEqual({ version: 0, approvalId: expect.any(Number) });
    expect(await inForce()).toMatchObject({
      ...{ version: 0, policy: DEFAULT_POLICY },
      waiting: { policy: messages(4), note: 'The lender asks for it', requestedBy: 'admin', mine: true },
    });
    expect((await inForce(second)).waiting).toMatchObject({ mine: false, trial: null });
    expect((await decide(data.approvalId, true, desk.as.admin)).code).toBe('20');
    expect((await inForce()).version).toBe(0);
    expect((await decide(data.approvalId)).code).toBe('00');
    expect(await inForce()).toMatchObject({
      ...{ version: 1, policy: messages(4), createdBy: 'admin', approvedBy: 'second', waiting: null },
    });
    expect(await approvals()).toMatchObject([{ status: 'DONE', institutionId: desk.org.institutionId }]);
    const [event] = await desk.api.rows<{ payload: string }>(sql`
      SELECT payload FROM domain_event WHERE name = 'guardPolicy.changed' ORDER BY id DESC LIMIT 1`);
    expect(JSON.parse(event!.payload)).toMatchObject({ version: 1, approvalId: data.approvalId });
  });

  it('is stricter at once, and needs both again to be brought back', async () => {
    expect((await ask(messages(1), { note: '' })).data).toEqual({ version: 2, approvalId: null });
    const back = await desk.as.admin.post<PolicySaved>('guard/policy/revert', { version: 2, to: 1 });
    expect(back.data).toEqual({ version: 2, approvalId: expect.any(Number) });
    expect((await inForce()).waiting).toMatchObject({ reverts: 1, policy: messages(4) });
    expect((await decide(back.data.approvalId, false)).code).toBe('00');
    expect(await inForce()).toMatchObject({ version: 2, policy: messages(1), waiting: null });
  });

  it('says why, waits alone, and is withdrawn by whoever asked for it', async () => {
    expect(await ask(messages(5), { note: '' })).toMatchObject({
      ...{ code: '22', data: { fields: [{ field: 'note', rule: 'guard.noteNeeded' }] } },
    });
    const { data } = await ask(messages(5));
    expect((await ask(messages(6))).code).toBe('23');
    const end = { id: data.approvalId, version: 1, clientRequestId: requestId() };
    expect((await desk.as.admin.post('approval/end', end)).code).toBe('00');
    expect(await inForce()).toMatchObject({ version: 2, waiting: null });
    expect((await decide(data.approvalId)).code).toBe('23');
  });

  it('is not written over what has changed meanwhile, and of many words one counts', async () => {
    const late = (await ask(messages(5))).data.approvalId;
    expect((await ask(messages(0))).data.version).toBe(3);
    expect((await decide(late)).code).toBe('23');
    expect((await inForce()).policy).toEqual(messages(0));
    expect((await decide(late, false)).code).toBe('00');
    const { approvalId } = (await ask(messages(2))).data;
    const words = await Promise.all(Array.from({ length: 6 }, () => decide(approvalId)));
    expect(words.map(({ code }) => code).sort()).toEqual(['00', '23', '23', '23', '23', '23']);
    expect((await inForce()).version).toBe(4);
  });

  it('is asked for by nobody through another door', async () => {
    const wish = { kind: 'POLICY_LOOSE', institutionId: desk.org.institutionId, reason: 'x' };
    expect(
      (await desk.as.admin.post('approval/request', { ...wish, clientRequestId: requestId() })).code,
    ).toBe('22');
  });

  it('keeps with its version how it would have decided, when it was this that was tried out', async () => {
    const { labId } = (
      await desk.as.admin.post<{ labId: number }>('guard/policy/lab', { policy: messages(3) })
    ).data;
    await desk.api.get(PolicySimulationService).run(labId, () => undefined);
    const other = (await ask(messages(4))).data.approvalId;
    expect((await inForce()).waiting).toMatchObject({ trial: null });
    await decide(other, false);
    const { approvalId } = (await ask(messages(3))).data;
    const trial = { decisions: 0, refused: 0, allowed: 0 };
    expect((await inForce()).waiting).toMatchObject({ trial });
    await decide(approvalId);
    const { data } = await desk.as.admin.get<Page<PolicyVersion>>('guard/policy/history?size=1');
    expect(data.result).toMatchObject([{ policy: messages(3), trial, approvedBy: 'second' }]);
  });

  it('loosens nothing as the first below one that binds, and is decided from above', async () => {
    const house = { id: desk.org.institutionId, path: `/${desk.org.institutionId}/` };
    const agency = await below(desk.api, house, 'AGENCY');
    const boss = await signedIn(
      desk.api,
      await createUser(desk.api, desk.org, 'admin', { institutionId: agency.id }),
    );
    expect(await inForce(boss)).toMatchObject({ version: 0, loosest: null });
    expect((await ask(messages(9), { client: boss, note: '' })).data).toEqual({
      version: 1,
      approvalId: null,
    });
    const { data } = await ask(messages(10), { client: boss });
    expect(data.approvalId).not.toBeNull();
    const seen = await second.get<PolicyAnswer>(`guard/policy?institutionId=${agency.id}`);
    expect(seen.data).toMatchObject({ institutionName: 'AGENCY', waiting: { policy: messages(10) } });
    expect((await decide(data.approvalId)).code).toBe('00');
    expect(await inForce(boss)).toMatchObject({ version: 2, approvedBy: 'second' });
  });
});
