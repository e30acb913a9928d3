import { describe, expect, it } from '@jest/globals';
import type { RecordAnswer } from '../../../contract/cases/records.js';
import type { RequestPage, RequestRow } from '../../../contract/cases/requests.js';
import { FREE_MARKS } from '../../../contract/contact/stops.js';
import type { ComplianceDecision } from '../../../contract/contact/contact-compliance.js';
import { sql } from '../../../server/platform/db/sql.js';
import { useDesk } from '../../support/site.js';
import { createCallDesk, newCall, NOON, type Dialling } from '../calls/desk.js';
import { requestId, type DeskPerson } from '../cases/desk.js';

const { desk } = useDesk(createCallDesk, { clock: NOON });

let numbers = 5_560_000_000;
/** A case of somebody who has this number, for the collector; and one of a colleague. */
async function two(): Promise<[Dialling, Dialling]> {
  const phone = String(++numbers);
  return [await newCall(desk, 'collector', phone), await newCall(desk, 'colleague', phone)];
}
const mark = async (by: DeskPerson, { taskId, contactId }: Dialling) => {
  const body = {
    callStatus: 'CONNECTED',
    callResult: 'NORLVT',
    notes: 'A shop answers',
    clientRequestId: requestId(),
  };
  return (await desk.as[by].post<RecordAnswer>('task/record', { taskId, contactId, ...body })).data;
};
const rulesAgainst = async (of: Dialling) => {
  const answer = await desk.as.colleague.post<{ decision: ComplianceDecision }>('softPhone/makeCall', of);
  return answer.data.decision.reasons.map(({ rule }) => rule);
};
const requestOf = async ({ taskId }: Dialling, state = 'OPEN') =>
  (await desk.as.leader.get<RequestPage>(`request/list?state=${state}&taskId=${taskId}`)).data.result;
const decide = (by: DeskPerson, { id, version }: RequestRow, grant: boolean) =>
  desk.as[by].post('request/decide', {
    ...{ requestId: id, version, grant, reason: 'I called the borrower', clientRequestId: requestId() },
  });
const blocked = ({ contactId }: Dialling) =>
  desk.api.rows(sql`
    SELECT k.blocked, EXISTS (SELECT 1 FROM stopped_number n JOIN contact_stop s ON s.id = n.stop_id
      WHERE s.subject_id = k.id AND s.live = 1) AS stopped FROM contact k WHERE k.id = ${contactId}`);

/** Number cases of the collector and of a colleague, whose number the collector has marked as the fifth. */
async function fifth(): Promise<[Dialling, Dialling, RequestRow]> {
  const [own, other] = await two();
  await mark('collector', own);
  const [request] = await requestOf(own);
  return [own, other, request!];
}

describe(`a collector who has marked ${FREE_MARKS} numbers today`, () => {
  it('marks them with nobody else, and may take each back', async () => {
    for (let n = 0; n < FREE_MARKS; n++) {
      const [own] = await two();
      expect((await mark('collector', own)).undoUntil).not.toBeNull();
      expect(await requestOf(own)).toEqual([]);
    }
  });

  it('asks the leader with the next one, whose number is stopped meanwhile', async () => {
    const [own] = await two();
    expect((await mark('collector', own)).undoUntil).toBeNull();
    expect(await blocked(own)).toEqual([{ blocked: 'WRONG', stopped: 1 }]);
    expect(await requestOf(own)).toMatchObject([
      { kind: 'NUMBER', collector: 'collector', note: 'A shop answers', number: expect.stringMatching(/•/) },
    ]);
    expect((await mark('colleague', (await two())[1])).undoUntil).not.toBeNull();
  });

  it('whose leader confirms: the number stays stopped', async () => {
    const [own, other, request] = await fifth();
    expect((await decide('leader', request, true)).code).toBe('00');
    expect(await requestOf(own, 'GRANTED')).toMatchObject([{ id: request.id }]);
    expect(await blocked(own)).toEqual([{ blocked: 'WRONG', stopped: 1 }]);
    expect(await rulesAgainst(other)).toEqual(['wrongNumber']);
  });

  it('whose leader does not believe it: the number is free for everybody', async () => {
    const [own, other, request] = await fifth();
    expect(await rulesAgainst(other)).toEqual(['wrongNumber']);
    expect((await decide('collector', request, false)).code).not.toBe('00');
    expect((await decide('leader', request, false)).code).toBe('00');
    expect(await blocked(own)).toEqual([{ blocked: null, stopped: 0 }]);
    // A mark that nobody believes says nothing of the number.
    const known = await desk.api.rows(sql`SELECT standing FROM contact WHERE id = ${own.contactId}`);
    expect(known).toEqual([{ standing: 'GIVEN' }]);
    expect((await desk.as.colleague.post('softPhone/makeCall', other)).code).toBe('00');
    expect((await decide('leader', request, true)).code).not.toBe('00');
    const names = await desk.api.rows<{ name: string }>(sql`
      SELECT name FROM domain_event WHERE case_id = ${other.taskId} AND name LIKE 'contact.number%' ORDER BY id`);
    expect(names.map(({ name }) => name)).toEqual(['contact.numberStopped', 'contact.numberReleased']);
  });

  it('finds nothing to free where the stop was lifted meanwhile', async () => {
    const [own, , request] = await fifth();
    await desk.api.rows(
      sql`UPDATE contact_stop SET lifted_at = NOW(3), version = version + 1 WHERE record_id = ${request.id}`,
    );
    expect((await decide('leader', request, false)).code).toBe('00');
    expect(await requestOf(own, 'REFUSED')).toHaveLength(1);
  });
});
