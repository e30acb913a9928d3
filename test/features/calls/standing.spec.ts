import { afterEach, describe, expect, it } from '@jest/globals';
import type { ContactList, ContactRow } from '../../../contract/cases/cases.js';
import type { StopRow } from '../../../contract/contact/stops.js';
import type { WrongParties } from '../../../contract/contact/wrong-parties.js';
import type { Page } from '../../../contract/shared/page.js';
import { ImportsService } from '../../../server/features/imports/imports.service.js';
import { OWN_NUMBER } from '../../../server/domain/messages/message.sql.js';
import { sql } from '../../../server/platform/db/sql.js';
import { createUser, signedIn } from '../../support/org.js';
import { useDesk } from '../../support/site.js';
import { openCase, requestId, type DeskPerson } from '../cases/desk.js';
import { loanRow } from '../imports/portfolio.js';
import { createCallDesk, hangUpAll, newCall, NOON, report, type Dialling } from './desk.js';

const { desk } = useDesk(createCallDesk, { clock: NOON });
afterEach(() => hangUpAll(desk));

let numbers = 5_541_000_000;
const newPhone = () => String(++numbers);
const listed = async (taskId: number) =>
  (await desk.as.admin.get<ContactList>(`task/contacts/${taskId}`)).data.contacts;
const known = async ({ taskId, contactId }: Dialling): Promise<Partial<ContactRow>> =>
  (await listed(taskId)).find(({ id }) => id === contactId)!;

/** Dials, is answered, says who answers, and hangs up. */
async function answered(by: DeskPerson, of: Dialling, answer: string): Promise<void> {
  const dialling = { ...of, clientRequestId: requestId() };
  const { data } = await desk.as[by].post<{ callId: number }>('softPhone/makeCall', dialling);
  const tell = (type: 'ANSWERED' | 'ENDED') =>
    report(desk, {
      callId: `s-${data.callId}`,
      idempotencyKey: `call-${data.callId}`,
      type,
      reason: 'HUNG_UP',
    });
  await tell('ANSWERED');
  expect((await desk.as[by].post('softPhone/whoAnswers', { callId: data.callId, answer })).code).toBe('00');
  await tell('ENDED');
}
const mark = ({ taskId, contactId }: Dialling) =>
  desk.as.collector.post('task/record', {
    ...{ taskId, contactId, callStatus: 'CONNECTED', callResult: 'NORLVT', clientRequestId: requestId() },
  });
/** Gives the slots of the day's calls back, so that the limits leave the next one free. */
const freed = () => desk.api.rows(sql`UPDATE contact_receipt SET counted = 0, conversation_at = NULL`);

describe('what is known of a number for a borrower', () => {
  it('is the lender’s word until somebody answers, and the borrower’s own voice confirms it', async () => {
    const phone = newPhone();
    const [own, other] = [await newCall(desk, 'collector', phone), await newCall(desk, 'colleague', phone)];
    expect(await known(own)).toMatchObject({ standing: 'GIVEN', standingAt: null, source: 'LENDER' });
    await answered('collector', own, 'BORROWER');
    expect(await known(own)).toMatchObject({
      standing: 'CONFIRMED',
      standingAt: expect.stringMatching('2026-'),
    });
    expect((await listed(own.taskId))[0]).toMatchObject({ id: own.contactId });
    // Another borrower's number is another matter.
    expect(await known(other)).toMatchObject({ standing: 'GIVEN' });
  });

  it.each(['NOT_HERE', 'WILL_NOT_SAY'])('stays what it was after %s', async (answer) => {
    const own = await newCall(desk, 'collector', newPhone());
    await answered('collector', own, answer);
    expect(await known(own)).toMatchObject({ standing: 'GIVEN', standingAt: null });
  });

  it('is doubted, somebody else’s for everybody, doubted again when lifted, confirmed, and marked again', async () => {
    const phone = newPhone();
    const [own, other] = [await newCall(desk, 'collector', phone), await newCall(desk, 'colleague', phone)];
    await answered('collector', own, 'WRONG_NUMBER');
    expect(await known(own)).toMatchObject({ standing: 'DOUBTED', blocked: null });
    expect((await mark(own)).code).toBe('00');
    expect([await known(own), await known(other)]).toMatchObject([
      { standing: 'NOT_THEIRS' },
      { standing: 'NOT_THEIRS' },
    ]);
    const [stop] = (
      await desk.as.supervisor.get<Page<StopRow>>('guard/stops?state=LIVE&kind=NUMBER&size=200')
    ).data.result;
    const above = await signedIn(desk.api, await createUser(desk.api, desk.org, 'admin'));
    for (const by of [desk.as.supervisor, above]) {
      const lift = { id: stop!.id, reason: 'The contract names this number', clientRequestId: requestId() };
      expect((await by.post('guard/resume', lift)).code).toBe('00');
    }
    expect([await known(own), await known(other)]).toMatchObject([
      { standing: 'DOUBTED' },
      { standing: 'GIVEN' },
    ]);
    await freed();
    await answered('collector', own, 'BORROWER');
    expect(await known(own)).toMatchObject({ standing: 'CONFIRMED' });
    expect((await mark(own)).code).toBe('00');
    expect(await known(own)).toMatchObject({ standing: 'NOT_THEIRS' });
  });
});

describe('the number of a borrower that messages go to', () => {
  const chosen = async (taskId: number) =>
    (
      await desk.api.rows<{ id: number }>(
        sql`SELECT ${OWN_NUMBER} AS id FROM collection_case c WHERE c.id = ${taskId}`,
      )
    )[0]!.id;

  it('is the confirmed one, then any that is not doubted, and a stopped one last', async () => {
    const homePhone = newPhone();
    const taskId = await openCase(desk, 'collector', { cells: { phone: newPhone(), homePhone } });
    const [first, home] = (await listed(taskId)).filter(({ relation }) => relation === 'R01') as [
      ContactRow,
      ContactRow,
    ];
    expect(await chosen(taskId)).toBe(first.id);
    await answered('collector', { taskId, contactId: home.id, clientRequestId: requestId() }, 'BORROWER');
    expect(await chosen(taskId)).toBe(home.id);
    expect((await mark({ taskId, contactId: home.id, clientRequestId: requestId() })).code).toBe('00');
    expect(await chosen(taskId)).toBe(first.id);
  });
});

describe('where a number comes from', () => {
  const contactsOf = (loanNo: string) =>
    desk.api.rows<{
      phoneMask: string;
      relation: string;
      source: string;
      givenOn: string | null;
      standing: string;
    }>(sql`
      SELECT k.relation, k.source, k.given_on AS givenOn, k.standing FROM contact k
      JOIN collection_case c ON c.borrower_id = k.borrower_id WHERE c.loan_no = ${loanNo} ORDER BY k.relation, k.id`);

  it('is said by the file, doubted when it was traced, and not forgotten by a file that does not say it', async () => {
    const imports = desk.api.get(ImportsService);
    const traced = loanRow(7001, { phoneSource: 'TRACED', phoneGivenOn: '2026-10-05', homePhone: undefined });
    expect(await imports.importRows([traced, loanRow(7002, { phoneSource: 'FOUND' })])).toMatchObject({
      rowsKept: 1,
      rowsRefused: 1,
    });
    const named = { source: 'TRACED', givenOn: '2026-10-05', standing: 'DOUBTED' };
    expect((await contactsOf('I-7001'))[0]).toMatchObject({ relation: 'R01', ...named });
    expect((await contactsOf('I-7001'))[1]).toMatchObject({ source: 'LENDER', standing: 'GIVEN' });
    await imports.importRows([loanRow(7001, { homePhone: undefined, companyName: 'Otra' })]);
    expect((await contactsOf('I-7001'))[0]).toMatchObject(named);
  });

  it('is a collector who was told of it', async () => {
    const { taskId } = await newCall(desk, 'collector', newPhone());
    const told = { taskId, name: 'Rosa', phone: newPhone(), relation: 'R02' };
    expect((await desk.as.collector.post('task/save/userEmerContact', told)).code).toBe('00');
    expect(
      (await listed(taskId)).find(({ relation, name }) => relation === 'R02' && name === 'Rosa'),
    ).toMatchObject({
      source: 'COLLECTOR',
      givenOn: NOON.slice(0, 10),
    });
  });

  it('is a way to look at wrong numbers', async () => {
    const { data } = await desk.as.supervisor.get<WrongParties>(
      'softPhone/wrongParties?by=source&from=2026-11-01&to=2026-11-30',
    );
    expect(data.rows).toMatchObject([{ key: 'LENDER', name: 'LENDER', wrong: 1 }]);
  });
});
