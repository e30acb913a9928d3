import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AuditRow } from '../../../contract/administration/audit.js';
import type { MessageLimitsAnswer } from '../../../contract/contact/messages.js';
import type { PolicyAnswer } from '../../../contract/contact/policy.js';
import type { WeightsInForce } from '../../../contract/cases/priorities.js';
import type { QueueInfo } from '../../../contract/team/queues.js';
import { addDays, businessDay } from '../../../contract/shared/date.js';
import type { Page } from '../../../contract/shared/page.js';
import type { UserInfo } from '../../../contract/administration/users.js';
import { createUser, signedIn, type Person } from '../../support/org.js';
import { useSite } from '../../support/site.js';

let clerk: Person;

const { api, org, admin, supervisor } = useSite({ people: { admin: 'admin', supervisor: 'supervisor' } });
beforeAll(async () => {
  clerk = await createUser(api, org, 'member');
});

const newest = async (kind: string, who = admin) =>
  (await who.get<Page<AuditRow>>(`audit/list?kind=${kind}`)).data.result[0]!;
const putBack = (id: number, who = admin) => who.post<{ inForce?: object }>('audit/putBack', { id });
const queue = async () => (await admin.get<QueueInfo>(`management/queue/info/${org.queueId}`)).data;
const saveQueue = async (more: object) => {
  const { code } = await admin.post('management/queue/createOrUpdate', {
    ...{ ...(await queue()), id: org.queueId },
    ...more,
  });
  expect(code).toBe('00');
};

describe('a change that is put back', () => {
  it('is a new change, with a difference of its own', async () => {
    await saveQueue({ perCapitaMax: 77 });
    const change = await newest('queue');
    expect((await putBack(change.id)).code).toBe('00');
    expect((await queue()).perCapitaMax).toBe(120);
    const back = await newest('queue');
    expect(back.id).toBeGreaterThan(change.id);
    expect(back).toMatchObject({
      ...{ name: 'queue.changed', actorId: admin.person.id },
      changes: { perCapitaMax: { before: 77, after: 120 } },
    });
  });

  it('is refused where it stands no more, with what is in force; other fields do not matter', async () => {
    await saveQueue({ perCapitaMax: 66 });
    const change = await newest('queue');
    await saveQueue({ firstActionDays: 3 });
    await saveQueue({ perCapitaMax: 55 });
    const refused = await putBack(change.id);
    expect(refused).toMatchObject({ code: '23', data: { inForce: { perCapitaMax: 55 } } });
    expect((await queue()).perCapitaMax).toBe(55);
    await saveQueue({ perCapitaMax: 66 });
    expect((await putBack(change.id)).code).toBe('00');
    expect(await queue()).toMatchObject({ perCapitaMax: 120, firstActionDays: 3 });
  });

  it('is judged as the screen would be', async () => {
    await saveQueue({ perCapitaMin: 10 });
    await saveQueue({ perCapitaMin: 0 });
    const { id } = await newest('queue');
    await saveQueue({ perCapitaMax: 5 });
    expect((await putBack(id)).code).toBe('22');
    expect((await queue()).perCapitaMin).toBe(0);
    await saveQueue({ perCapitaMax: 120 });
  });

  it('is not offered to whoever may not make it, and does not exist elsewhere', async () => {
    await saveQueue({ firstActionDays: 5 });
    const { id } = await newest('queue');
    const seen = await newest('queue', supervisor);
    expect(seen).toMatchObject({ id, mayPutBack: false });
    expect((await putBack(id, supervisor)).code).toBe('23');
    const far = await createUser(api, org, 'admin', { institutionId: org.otherInstitutionId });
    expect((await putBack(id, await signedIn(api, far))).code).toBe('21');
    expect((await putBack(999_999_999)).code).toBe('21');
    expect((await queue()).firstActionDays).toBe(5);
  });

  it('opens and closes a queue', async () => {
    const { version } = await queue();
    await admin.post('management/queue/setStatus', { id: org.queueId, open: false, version });
    expect((await putBack((await newest('queue')).id)).code).toBe('00');
    expect((await queue()).open).toBe(true);
  });

  it('may be of a template, of a product, of a target', async () => {
    const { institutionId } = org;
    const day = addDays(businessDay(new Date()), 3);
    const texts = { es: 'Hola {{name}}', en: null, cn: null };
    const cases = [
      ['template', 'sms/templates/createOrUpdate', { name: 'T', channel: 'SMS', institutionId, texts }, { texts: { ...texts, en: 'Hi {{name}}' } }],
      ['productTerms', 'product/terms', {
        productCategory: 'P', institutionId, effectiveFrom: day, extensionPercent: 10, extensionDays: 7, extensionLimit: 2,
        afterDays: null, automaticDebit: false,
      }, { extensionDays: 9 }],
      ['indicator', 'achievementBoard/createOrUpdate', {
        institutionId, queueId: org.queueId, method: 'RATE_AMOUNT', percent: 30, amount: null,
        buckets: { dpd1: null, dpd8: null, dpd16: null, dpd31: null, dpd61: null, dpd91: null },
        effectiveFrom: day, effectiveTo: null,
      }, { percent: 40 }],
    ] as const; // prettier-ignore
    for (const [kind, path, form, change] of cases) {
      const made = await admin.post<{ id: number }>(path, form);
      expect({ kind, code: made.code }).toEqual({ kind, code: '00' });
      const changed = await admin.post(path, { ...form, ...change, id: made.data.id });
      expect({ kind, code: changed.code }).toEqual({ kind, code: '00' });
      const { id, changes } = await newest(kind);
      const answer = await putBack(id);
      expect({ kind, code: answer.code, data: answer.data }).toMatchObject({ kind, code: '00' });
      const back = (await newest(kind)).changes!;
      for (const [field, difference] of Object.entries(changes!))
        expect(back[field]).toEqual({
          before: (difference as { after: unknown }).after,
          after: (difference as { before: unknown }).before,
        });
    }
  });

  it('may be of a person, and not of what is secret', async () => {
    const info = async () => (await admin.get<UserInfo>(`manage/user/info?id=${clerk.id}`)).data;
    const before = await info();
    expect((await admin.post('manage/user/createOrUpdate', { ...before, autoDial: true })).code).toBe('00');
    expect((await putBack((await newest('user')).id)).code).toBe('00');
    expect((await info()).autoDial).toBe(false);
    expect(
      (await admin.post('manage/user/createOrUpdate', { ...(await info()), name: 'Another' })).code,
    ).toBe('00');
    expect((await putBack((await newest('user')).id)).code).toBe('23');
    await admin.post('manage/user/setStatus', { userId: clerk.id, enabled: false });
    expect((await putBack((await newest('user')).id)).code).toBe('00');
    expect((await info()).enabled).toBe(true);
  });

  it('may be of limits, of the order of lists and of the contact policy', async () => {
    const limits = (await admin.get<MessageLimitsAnswer>('sms/limit/config/read')).data;
    const { history: _, changedBy: _by, changedAt: _at, ...said } = limits;
    expect((await admin.post('sms/limit/config/update', { ...said, casePerDay: 9 })).code).toBe('00');
    expect((await putBack((await newest('messageLimits')).id)).code).toBe('00');
    expect((await admin.get<MessageLimitsAnswer>('sms/limit/config/read')).data.casePerDay).toBe(
      limits.casePerDay,
    );
    const { version, weights } = (await admin.get<WeightsInForce>('priorities/weights')).data;
    const changed = { version, weights: { ...weights, amount: 11 } };
    expect((await admin.post('priorities/weights', changed)).code).toBe('00');
    expect((await putBack((await newest('priorities')).id)).code).toBe('00');
    expect((await admin.get<WeightsInForce>('priorities/weights')).data).toMatchObject({
      version: version + 2,
      weights,
    });
    const { policy } = (await admin.get<PolicyAnswer>('guard/policy')).data;
    const other = { ...policy, messages: { perDay: policy.messages.perDay - 1 } };
    expect((await admin.post('guard/policy', { version: 0, policy: other })).code).toBe('00');
    const asked = await putBack((await newest('guardPolicy')).id);
    expect(asked).toMatchObject({ code: '00', data: { approvalId: expect.any(Number) } });
    expect((await admin.get<PolicyAnswer>('guard/policy')).data).toMatchObject({
      waiting: { note: expect.stringMatching(/^↶ \d+$/) },
    });
    const { approvalId } = asked.data as { approvalId: number };
    const decision = {
      id: approvalId,
      version: 1,
      approve: true,
      answer: 'Yes',
      clientRequestId: 'put-back',
    };
    const second = await signedIn(api, await createUser(api, org, 'admin'));
    expect((await second.post('approval/decide', decision)).code).toBe('00');
    expect((await admin.get<PolicyAnswer>('guard/policy')).data).toMatchObject({ version: 2, policy });
  });
});
