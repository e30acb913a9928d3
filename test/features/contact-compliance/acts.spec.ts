import { describe, expect, it } from '@jest/globals';
import type { ContactChannel, ComplianceDecision } from '../../../contract/contact/contact-compliance.js';
import {
  COMPLIANCE_ENTRIES,
  ContactComplianceService,
} from '../../../server/features/contact-compliance/decide/contact-compliance.service.js';
import {
  noteConversation,
  releaseReceipt,
} from '../../../server/domain/contact-compliance/decide/receipts.writes.js';
import { DEFAULT_POLICY } from '../../../server/domain/contact-compliance/policy/policy.rules.js';
import { SYSTEM } from '../../../server/platform/auth/actor.js';
import { Clock } from '../../../server/platform/clock/clock.js';
import { Ids } from '../../../server/platform/db/ids.js';
import { sql } from '../../../server/platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../../server/platform/db/unit-of-work.js';
import { createCase, type TestCase } from '../../support/cases.js';
import { useSite } from '../../support/site.js';

/** A Wednesday, 11:00 in Mexico City. */
const NOON = '2026-11-18T17:00:00Z';

const { api, org } = useSite({ clock: NOON });

async function act(
  { id: caseId, contactId }: TestCase,
  channel: ContactChannel = 'CALL',
  more: { incoming?: boolean } = {},
): Promise<ComplianceDecision> {
  const compliance = api.get(ContactComplianceService);
  const receiptId = await api.get(Ids).take();
  return api.get(UnitOfWork).transact(SYSTEM, async (tx) => {
    const asked = { receiptId, caseId, contactId, channel, actorId: null, ...more };
    const rows = await tx.read<object[]>(...compliance.entries(asked, tx.now));
    expect(rows).toHaveLength(COMPLIANCE_ENTRIES);
    return compliance.judge(tx, asked, rows);
  });
}

async function twoCases(): Promise<[TestCase, TestCase]> {
  const first = await createCase(api, org);
  const second = await createCase(api, org);
  await api.rows(sql`UPDATE collection_case SET borrower_id = ${first.borrowerId} WHERE id = ${second.id}`);
  return [first, { ...second, borrowerId: first.borrowerId, contactId: first.contactId }];
}

describe('an act', () => {
  it('takes one slot, whoever of fifty acts at once on whichever of the borrower’s cases', async () => {
    const cases = await twoCases();
    const decisions = await Promise.all(Array.from({ length: 50 }, (_, index) => act(cases[index % 2]!)));
    expect(decisions.filter(({ allow }) => allow)).toHaveLength(1);
    const receipts = await api.rows<{ allowed: number; counted: number }>(sql`
      SELECT allowed, counted FROM contact_receipt WHERE borrower_id = ${cases[0].borrowerId}`);
    expect(receipts).toHaveLength(50);
    expect(receipts.filter(({ allowed, counted }) => allowed && counted)).toHaveLength(1);
  });

  it('stores refused acts with policy, counters and reasons, and takes no slot for them', async () => {
    const one = await createCase(api, org);
    const first = await act(one);
    const second = await act(one);
    expect([first.allow, second.allow]).toEqual([true, false]);
    const receipts = await api.rows<{ id: number; allowed: number; counted: number; decision: string }>(sql`
      SELECT id, allowed, counted, decision, policy_version AS policyVersion FROM contact_receipt
      WHERE case_id = ${one.id} ORDER BY id`);
    expect(receipts).toEqual([
      expect.objectContaining({ id: first.decisionId, allowed: 1, counted: 1, policyVersion: 0 }),
      expect.objectContaining({ id: second.decisionId, allowed: 0, counted: 0, policyVersion: 0 }),
    ]);
    expect(JSON.parse(receipts[1]!.decision)).toMatchObject({
      allow: false,
      reasons: [{ rule: 'attemptSpacing', params: { minutes: 120 } }],
      counters: { attemptsToday: 1, attemptsPerDay: 3 },
    });
    const events = await api.rows<{ payload: string }>(sql`
      SELECT payload FROM domain_event WHERE name = 'contact.judged' AND case_id = ${one.id} ORDER BY id`);
    expect(events.map(({ payload }) => JSON.parse(payload) as object)).toMatchObject([
      { receiptId: first.decisionId, allowed: true, rules: [] },
      { receiptId: second.decisionId, allowed: false, rules: ['attemptSpacing'] },
    ]);
  });

  it('says its refusal with the decision', async () => {
    const one = await createCase(api, org);
    await act(one);
    const decision = await act(one);
    const refusal = api.get(ContactComplianceService).refusal(decision);
    expect([refusal.key, refusal.code, refusal.details]).toEqual(['guard.refused', '30', { decision }]);
  });

  it('gives two messages a day, over channels and cases, to eighty who ask at once', async () => {
    const cases = await twoCases();
    const decisions = await Promise.all(
      Array.from({ length: 80 }, (_, index) => act(cases[index % 2]!, index % 4 < 2 ? 'SMS' : 'WHATSAPP')),
    );
    expect(decisions.filter(({ allow }) => allow)).toHaveLength(2);
    expect(decisions.find(({ allow }) => !allow)!.reasons.map(({ rule }) => rule)).toEqual(['messagesDay']);
    expect((await act(cases[0], 'CALL')).allow).toBe(true);
  });

  it('by the borrower is allowed and takes nothing', async () => {
    const one = await createCase(api, org, { status: 'C31' });
    expect(await act(one, 'CALL', { incoming: true })).toMatchObject({ allow: true });
    await api.rows(sql`UPDATE collection_case SET status = 'C10' WHERE id = ${one.id}`);
    expect((await act(one)).counters.attemptsToday).toBe(0);
  });

  it('that did not reach the borrower gives its slot back, once', async () => {
    const one = await createCase(api, org);
    const { decisionId } = await act(one);
    for (let round = 0; round < 2; round++) await write((tx) => releaseReceipt(tx, decisionId, 'provider'));
    const again = await act(one);
    expect(again).toMatchObject({ allow: true, counters: { attemptsToday: 0 } });
    const [receipt] = await api.rows(
      sql`SELECT counted, released FROM contact_receipt WHERE id = ${decisionId}`,
    );
    expect(receipt).toEqual({ counted: 0, released: 'provider' });
  });

  it('that was answered after all has its slot again', async () => {
    const one = await createCase(api, org);
    const { decisionId } = await act(one);
    await write((tx) => releaseReceipt(tx, decisionId, 'UNREACHABLE'));
    await write((tx) => noteConversation(tx, decisionId, tx.now));
    expect(await act(one)).toMatchObject({
      allow: false,
      counters: { attemptsToday: 1, conversationsToday: 1 },
    });
  });

  it('that was answered is the day’s conversation', async () => {
    const one = await createCase(api, org);
    const { decisionId } = await act(one);
    await write((tx) => noteConversation(tx, decisionId, tx.now));
    const refused = await act(one);
    expect(refused.reasons.map(({ rule }) => rule)).toEqual(['attemptSpacing', 'conversation']);
    // No address: from nine on.
    expect(refused.nextAllowedAt).toBe('2026-11-19T15:00:00.000Z');
    const [window] = await api.rows<{ opens: Date }>(
      sql`SELECT contact_from AS opens FROM collection_case WHERE id = ${one.id}`,
    );
    expect(window!.opens.toISOString()).toBe('2026-11-19T06:00:00.000Z');
  });

  it('of a contact that is not the borrower’s, or on no case, is none', async () => {
    const [one, other] = [await createCase(api, org), await createCase(api, org)];
    await expect(act({ ...one, contactId: other.contactId })).rejects.toMatchObject({
      key: 'contact.notFound',
    });
    await expect(act({ ...one, id: 999_999 })).rejects.toMatchObject({ key: 'case.notFound' });
  });
});

describe('a message that has waited', () => {
  async function waiting() {
    const one = await createCase(api, org);
    const { decisionId } = await act(one, 'SMS');
    const ask = () =>
      api.get(ContactComplianceService).stillAllowed({
        receiptId: decisionId, caseId: one.id, contactId: one.contactId, channel: 'SMS',
      }); // prettier-ignore
    return { one, ask };
  }

  it('is still allowed, whatever slots were taken since', async () => {
    const { one, ask } = await waiting();
    for (let count = 0; count < 3; count++) await act(one, 'SMS');
    expect((await ask()).allow).toBe(true);
  });

  it.each([
    ['a payment has come', 'paymentInFlight', async (one: TestCase) => {
      const id = await api.get(Ids).take();
      await api.rows(sql`
        INSERT INTO payment (id, provider_reference, type, loan_item_id, case_id, amount, channel, value_at, posted_at,
          due_before, spread)
        VALUES (${id}, ${`R-${id}`}, 'PAYMENT', ${one.loanItemId}, ${one.id}, 1000, 'SPEI', ${clock()}, ${clock()},
          1000, '[]')`);
    }],
    ['the case is settled', 'caseState', (one: TestCase) =>
      api.rows(sql`UPDATE collection_case SET status = 'C31' WHERE id = ${one.id}`)],
    ['the contact has opted out', 'optOut', (one: TestCase) =>
      api.rows(sql`UPDATE contact SET blocked = 'OPT_OUT' WHERE id = ${one.contactId}`)],
    ['the borrower is held', 'hold', (one: TestCase) =>
      api.rows(sql`
        INSERT INTO contact_hold (borrower_id, kind, placed_at) VALUES (${one.borrowerId}, 'LEGAL', ${clock()})`)],
    ['the borrower’s hours are over', 'legalHours', (one: TestCase) =>
      api.rows(sql`
        INSERT INTO guard_policy (institution_id, version, document, note, created_by, created_at)
        VALUES (${org.institutionId}, 1, ${JSON.stringify({
          ...DEFAULT_POLICY,
          legalHours: { known: { from: '07:00', to: '10:00' }, unknown: { from: '07:00', to: '10:00' } },
        })}, '', ${one.id}, ${clock()})`)],
  ] as const)('is not when %s', async (_, rule, happen) => {
    const { one, ask } = await waiting();
    await happen(one);
    const { allow, reasons } = await ask();
    expect(allow).toBe(false);
    expect(reasons.map((reason) => reason.rule)).toContain(rule);
    await api.rows(sql`DELETE FROM guard_policy`);
  }); // prettier-ignore
});

function clock(): Date {
  return api.get(Clock).now();
}

/** A command that only writes. */
async function write(work: (tx: Tx) => void): Promise<void> {
  await api.get(UnitOfWork).transact(SYSTEM, async (tx) => work(tx));
}
