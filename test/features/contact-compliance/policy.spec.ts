import { describe, expect, it } from '@jest/globals';
import type { ComplianceDecision } from '../../../contract/contact/contact-compliance.js';
import type { PolicyAnswer, PolicySaved, PolicyVersion } from '../../../contract/contact/policy.js';
import type { Page } from '../../../contract/shared/page.js';
import { DEFAULT_POLICY } from '../../../server/domain/contact-compliance/policy/policy.rules.js';
import { useDesk } from '../../support/site.js';
import { contactOf, createDesk, openCase } from '../cases/desk.js';

const NOON = '2026-11-18T17:00:00Z';
const NARROW = { ...DEFAULT_POLICY, attempts: { perDay: 1, perWeek: 2, apartMinutes: 120 } };

const { desk } = useDesk(createDesk, { clock: NOON });

const inForce = async (client = desk.as.admin) => (await client.get<PolicyAnswer>('guard/policy')).data;
const save = (version: number, more: object = {}, client = desk.as.admin) =>
  client.post('guard/policy', { version, policy: NARROW, note: 'stricter', ...more });

describe('guard/policy', () => {
  it('is the default until there is another, and each change is a version', async () => {
    expect(await inForce()).toMatchObject({
      version: 0,
      policy: DEFAULT_POLICY,
      note: 'MX',
      createdBy: null,
    });
    expect(await save(0)).toMatchObject({ code: '00', data: { version: 1 } });
    expect(await inForce()).toMatchObject({ version: 1, policy: NARROW, createdBy: 'admin', reverts: null });
    expect((await inForce()).rules.legalHours).toBe('legal');
    expect(await inForce(desk.as.otherAdmin)).toMatchObject({ version: 0 });
  });

  it('is what acts are judged by at once', async () => {
    const taskId = await openCase(desk, 'collector');
    const body = { taskId, contactId: await contactOf(desk, taskId), channel: 'CALL' };
    const { data } = await desk.as.collector.post<ComplianceDecision>('contact/check', body);
    expect(data.counters).toMatchObject({ attemptsPerDay: 1, attemptsPerWeek: 2 });
  });

  it('refuses who may not, other institutions, old versions and what the law forbids', async () => {
    for (const person of ['collector', 'leader', 'supervisor'] as const) {
      expect({ [person]: (await desk.as[person].get('guard/policy')).code }).toEqual({ [person]: '20' });
      expect({ [person]: (await save(1, {}, desk.as[person])).code }).toEqual({ [person]: '20' });
    }
    const elsewhere = desk.org.otherInstitutionId;
    expect((await save(1, { institutionId: elsewhere })).code).toBe('21');
    expect((await desk.as.admin.get(`guard/policy?institutionId=${elsewhere}`)).code).toBe('21');
    expect((await save(0)).code).toBe('23');
    const legalHours = { ...NARROW.legalHours, known: { from: '06:00', to: '22:00' } };
    expect(await save(1, { policy: { ...NARROW, legalHours } })).toMatchObject({
      code: '22',
      data: { fields: [{ field: 'policy.legalHours.known.from' }] },
    });
    const somewhere = { ...NARROW.legalHours, unknown: { from: '08:00', to: '21:00' } };
    expect(await save(1, { policy: { ...NARROW, legalHours: somewhere } })).toMatchObject({
      code: '22',
      data: { fields: [{ field: 'policy.legalHours.unknown.from' }] },
    });
  });

  it('makes one version of many who save at once', async () => {
    const { version } = await inForce();
    const answers = await Promise.all(Array.from({ length: 12 }, () => save(version)));
    expect(answers.filter(({ code }) => code === '00')).toHaveLength(1);
    expect(answers.filter(({ code }) => code === '23')).toHaveLength(11);
  });

  it('has a history down to the default, and any of it can be brought back', async () => {
    const { version } = await inForce();
    const { data } = await desk.as.admin.get<Page<PolicyVersion>>('guard/policy/history');
    expect(data.totalCount).toBe(version + 1);
    expect(data.result.map((one) => one.version)).toEqual(
      Array.from({ length: version + 1 }, (_, index) => version - index),
    );
    const first = await desk.as.admin.get<Page<PolicyVersion>>('guard/policy/history?size=1');
    expect(first.data).toMatchObject({ totalCount: version + 1, result: [{ version }] });
    const revert = (to: number, at = version) =>
      desk.as.admin.post('guard/policy/revert', { version: at, to });
    expect((await revert(99)).code).toBe('21');
    expect((await revert(0, version - 1)).code).toBe('23');
    const back = await desk.as.admin.post<PolicySaved>('guard/policy/revert', { version, to: version });
    expect(back.data).toEqual({ version: version + 1, approvalId: null });
    expect(await inForce()).toMatchObject({ version: version + 1, reverts: version, policy: NARROW });
  });
});
