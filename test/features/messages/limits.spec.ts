import { describe, expect, it } from '@jest/globals';
import type { MessageLimitsAnswer } from '../../../contract/contact/messages.js';
import { sql } from '../../../server/platform/db/sql.js';
import type { TestCase } from '../../support/cases.js';
import { useDesk } from '../../support/site.js';
import { caseOf, createSmsDesk, fieldsOf, send, setLimits, used, WORKING_HOURS } from './desk.js';

const { desk } = useDesk(createSmsDesk, { clock: WORKING_HOURS });

describe('the limits', () => {
  it('are read and changed by administrators, in versions', async () => {
    const before = (await desk.as.otherAdmin.get<MessageLimitsAnswer>('sms/limit/config/read')).data;
    expect(before).toMatchObject({
      version: 0,
      accountPerDay: 200,
      casePerDay: 3,
      gsm7Length: 160,
      ucs2Length: 70,
      segments: 1,
      history: [],
    });
    const change = {
      accountPerDay: 9,
      casePerDay: 2,
      gsm7Length: 160,
      ucs2Length: 70,
      segments: 2,
      version: 0,
    };
    const update = (body: object) =>
      desk.as.otherAdmin.post<MessageLimitsAnswer>('sms/limit/config/update', body);
    const answers = await Promise.all([update(change), update(change), update(change)]);
    expect(answers.map(({ code }) => code).sort()).toEqual(['00', '23', '23']);
    expect((await update({ ...change, version: 1, accountPerDay: 10 })).data).toMatchObject({
      version: 2,
      accountPerDay: 10,
      history: [
        { version: 2 },
        { version: 1, accountPerDay: 9 },
        { version: 0, accountPerDay: 200, changedBy: null },
      ],
    });
    expect(fieldsOf((await update({ ...change, accountPerDay: -1, segments: 0 })).data)).toEqual([
      'accountPerDay',
      'segments',
    ]);
    expect(await desk.as.leader.get('sms/limit/config/read')).toMatchObject({ code: '20' });
    expect(await desk.as.leader.post('sms/limit/config/update', change)).toMatchObject({ code: '20' });
    const mine = (await desk.as.admin.get<MessageLimitsAnswer>('sms/limit/config/read')).data;
    expect(mine.accountPerDay).toBe(200);
  });

  it('hold at their edge: 500 at once get exactly what is left', async () => {
    const cases: TestCase[] = [];
    for (let n = 0; n < 100; n++) cases.push(await caseOf(desk));
    const [{ n: taken }] = (await desk.api.rows<{ n: number }>(sql`
      SELECT COUNT(*) AS n FROM message WHERE sender_id = ${desk.ana.id}`)) as [{ n: number }];
    await setLimits(desk, { accountPerDay: taken + 37 });
    const answers = await Promise.all(
      Array.from({ length: 500 }, (_, n) => send(desk, cases[n % cases.length]!)),
    );
    const codes = answers.map(({ code }) => code);
    expect(codes.filter((code) => code === '00')).toHaveLength(37);
    expect(new Set(codes)).toEqual(new Set(['00', '31']));
    expect(answers.find(({ code }) => code === '31')?.message).toBe(
      `insufficient SMS limit: this account may send ${taken + 37} a day`,
    );
    expect(await used(desk, 'ACCOUNT', desk.ana.id)).toBe(taken + 37);
    await setLimits(desk, { accountPerDay: 200 });
  });
});
