import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { ContactPolicy } from '../../../contract/contact/contact-compliance.js';
import type { PolicySimulationRow } from '../../../contract/contact/policy-simulation.js';
import { ContactComplianceService } from '../../../server/features/contact-compliance/decide/contact-compliance.service.js';
import { PolicySimulationService } from '../../../server/features/contact-compliance/policy/lab/policy-simulation.service.js';
import { DEFAULT_POLICY } from '../../../server/domain/contact-compliance/policy/policy.rules.js';
import { SYSTEM } from '../../../server/platform/auth/actor.js';
import { Ids } from '../../../server/platform/db/ids.js';
import { sql } from '../../../server/platform/db/sql.js';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work.js';
import { eventually } from '../../support/eventually.js';
import { useDesk } from '../../support/site.js';
import { startWorkers } from '../../support/workers.js';
import { contactOf, createDesk, openCase } from '../cases/desk.js';

const NOON = '2026-11-18T17:00:00Z';
const ONE_MESSAGE: ContactPolicy = { ...DEFAULT_POLICY, messages: { perDay: 1 } };

let taskId: number;
let workers: Awaited<ReturnType<typeof startWorkers>> | undefined;

const { desk } = useDesk(createDesk, { clock: NOON });
beforeAll(async () => {
  taskId = await openCase(desk, 'collector');
  for (let count = 0; count < 3; count++) await act(taskId);
  const elsewhere = await openCase(desk, 'colleague');
  await act(elsewhere);
  await desk.api.rows(sql`
    UPDATE collection_case SET institution_id = ${desk.org.otherInstitutionId}, version = version + 1
    WHERE id = ${elsewhere}`);
});
afterEach(async () => {
  await workers?.close();
  workers = undefined;
});

/** A message as it is judged when it is sent. */
async function act(caseId: number): Promise<void> {
  const { api } = desk;
  const compliance = api.get(ContactComplianceService);
  const [receiptId, contactId] = await Promise.all([api.get(Ids).take(), contactOf(desk, caseId)]);
  await api.get(UnitOfWork).transact(SYSTEM, async (tx) => {
    const asked = { receiptId, caseId, contactId, channel: 'SMS' as const, actorId: null };
    compliance.judge(tx, asked, await tx.read<object[]>(...compliance.entries(asked, tx.now)));
  });
}
const ask = (policy: object = ONE_MESSAGE, more: object = {}, client = desk.as.admin) =>
  client.post<{ labId: number }>('guard/policy/lab', { policy, ...more });
const newest = async (client = desk.as.admin) =>
  (await client.get<PolicySimulationRow>('guard/policy/lab')).data;

describe('guard/policy/lab', () => {
  it('tells by a job what a policy would have refused, and reproduces what is stored', async () => {
    expect((await desk.as.admin.get('guard/policy/lab')).data).toBeNull();
    const { data, code } = await ask();
    expect(code).toBe('00');
    expect(await newest()).toMatchObject({ labId: data.labId, status: 'WAITING', result: null });
    workers = await startWorkers({ processors: true });
    await eventually(async () => expect((await newest()).status).toBe('DONE'));
    const lab = await newest();
    expect(lab).toMatchObject({ policy: ONE_MESSAGE, done: 1, total: 1 });
    expect(lab.result).toMatchObject({
      decisions: 3,
      inForce: { version: 0, reproduced: 3, differences: [] },
      proposed: { refused: 1, allowed: 0, rules: [{ rule: 'messagesDay', refused: 1, allowed: 0 }] },
    });
    expect(lab.result!.proposed.rules[0]!.examples).toMatchObject([
      { taskId, channel: 'SMS', then: [], instead: ['messagesDay'] },
    ]);
  });

  it('says why the rule in force no longer gives what is stored', async () => {
    const change = await desk.as.admin.post('guard/policy', { version: 0, policy: ONE_MESSAGE, note: '' });
    expect(change.code).toBe('00');
    const { data } = await ask(ONE_MESSAGE);
    await desk.api.get(PolicySimulationService).run(data.labId, () => undefined);
    expect((await newest()).result).toMatchObject({
      inForce: {
        version: 1,
        reproduced: 2,
        differences: [{ cause: 'VERSION', count: 1, examples: [{ taskId }] }],
      },
      proposed: { refused: 0, allowed: 0 },
    });
  });

  it('ends what its person asked for before, and is one for a repeated request', async () => {
    const first = await ask();
    const clientRequestId = '00000000-0000-4000-8000-000000000001';
    const second = await ask(ONE_MESSAGE, { clientRequestId });
    expect((await ask(ONE_MESSAGE, { clientRequestId })).data).toEqual(second.data);
    const states = await desk.api.rows(sql`
      SELECT id, status FROM policy_lab WHERE id IN (${first.data.labId}, ${second.data.labId}) ORDER BY id`);
    expect(states).toEqual([
      { id: first.data.labId, status: 'CANCELLED' },
      { id: second.data.labId, status: 'WAITING' },
    ]);
    await desk.api.get(PolicySimulationService).run(first.data.labId, () => undefined);
    expect(await newest()).toMatchObject({ labId: second.data.labId, result: null });
  });

  it('is given up when nothing could finish it', async () => {
    const { data } = await ask();
    expect(await desk.api.get(PolicySimulationService).late()).toEqual([]);
    await desk.api.rows(
      sql`UPDATE policy_lab SET asked_at = asked_at - INTERVAL 2 MINUTE WHERE id = ${data.labId}`,
    );
    expect(await desk.api.get(PolicySimulationService).late()).toEqual([data.labId]);
    await desk.api.rows(
      sql`UPDATE policy_lab SET asked_at = asked_at - INTERVAL 1 HOUR WHERE id = ${data.labId}`,
    );
    expect(await desk.api.get(PolicySimulationService).late()).toEqual([]);
    expect(await newest()).toMatchObject({ status: 'FAILED', result: null });
  });

  it('refuses who may not, other institutions and what the law forbids', async () => {
    for (const person of ['collector', 'leader', 'supervisor'] as const) {
      expect({ [person]: (await ask(ONE_MESSAGE, {}, desk.as[person])).code }).toEqual({ [person]: '20' });
      expect({ [person]: (await desk.as[person].get('guard/policy/lab')).code }).toEqual({ [person]: '20' });
    }
    const institutionId = desk.org.otherInstitutionId;
    expect((await ask(ONE_MESSAGE, { institutionId })).code).toBe('21');
    expect((await desk.as.admin.get(`guard/policy/lab?institutionId=${institutionId}`)).code).toBe('21');
    expect(await newest(desk.as.otherAdmin)).toBeNull();
    const legalHours = { ...DEFAULT_POLICY.legalHours, known: { from: '06:00', to: '22:00' } };
    expect(await ask({ ...DEFAULT_POLICY, legalHours })).toMatchObject({
      code: '22',
      data: { fields: [{ field: 'policy.legalHours.known.from' }] },
    });
  });
});
