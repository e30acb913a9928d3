import { beforeAll, describe, expect, it } from '@jest/globals';
import type { MessageRow, TemplateRow } from '../../contract/contact/messages.js';
import type { Page } from '../../contract/shared/page.js';
import { Ids } from '../../server/platform/db/ids.js';
import { sql } from '../../server/platform/db/sql.js';
import { caseOf, createSmsDesk, fieldsOf, send, WORKING_HOURS } from '../features/messages/desk.js';
import { useDesk } from '../support/site.js';

let templateId: number;

const { desk } = useDesk(createSmsDesk, { clock: WORKING_HOURS });
beforeAll(async () => {
  templateId = await desk.api.get(Ids).take();
  const body = '{{name}}, {{amount}}: {{where:text}}, {{day:day}} {{hour:time}}. {{agent}} tel. 55 1234 5678';
  await desk.api.rows(sql`
    INSERT INTO message_template (id, institution_id, channel, name, texts, updated_at)
    VALUES (${templateId}, ${desk.org.institutionId}, 'SMS', 'Cita', ${JSON.stringify({ es: body })}, NOW(3))`);
});

const GOOD = { where: 'OXXO, Av. Juarez 12', day: '2026-11-20', hour: '16:30' };

describe('what a person types into a message', () => {
  it('is only what the template asks for: the rest is filled in from the case', async () => {
    const test = await caseOf(desk);
    const { data } = await desk.as.ana.get<TemplateRow[]>('sms/templates');
    expect(data.find(({ id }) => id === templateId)?.params).toEqual([
      { name: 'where', format: 'text' },
      { name: 'day', format: 'day' },
      { name: 'hour', format: 'time' },
    ]);
    for (const name of ['name', 'amount', 'loan', 'app', 'dueDate', 'agent', 'other']) {
      const refused = await send(desk, test, { templateId, params: { ...GOOD, [name]: 'Banco X' } });
      expect([refused.code, fieldsOf(refused.data)]).toEqual(['22', [`params.${name}`]]);
    }
    const older = { taskId: test.id, templateId, params: { ...GOOD, amount: '$1.00' } };
    expect(fieldsOf((await desk.as.ana.post('sms/send', older)).data)).toEqual(['params.amount']);
  });

  it.each([
    ['where', 'https://pago.example/x'],
    ['where', 'pago.example/x'],
    ['where', 'ｐａｇｏ．ｅｘａｍｐｌｅ'],
    ['where', 'www pago: www.x'],
    ['where', '10.0.0.1/x'],
    ['where', 'yo@banco'],
    ['where', '<b>hoy</b>'],
    ['where', '*hoy*'],
    ['where', '{{agent}}'],
    ['where', 'linea\notra'],
    ['where', 'hoy\u200bya'],
    ['where', '012180001234567891'],
    ['where', '01 21-80.00 1'],
    ['where', '０１２１８０００'],
    ['where', 'x'.repeat(41)],
    // Texts that got through in an abuse review: threats, insults and disguise.
    ['where', 'la carcel si no paga hoy'],
    ['where', 'su casa. Sera embargado por el juez'],
    ['where', 'o avisamos a su jefe y su familia'],
    ['where', 'ratero pague ya'],
    ['where', 'la c4rcel'],
    ['where', 'la c á r c e l'],
    ['where', 'la саrcel'],
    ['where', 'jail, or else'],
    ['where', '监狱'],
    // Accounts and telephones.
    ['where', '012180 y 001512 y 345678 y 9'],
    ['where', '55x12x34x56x78'],
    ['where', '5o5o1o2o1o8o'],
    ['where', '55 oo 12 ol 34'],
    ['where', 'cta 55 y 12 y 34 y 5'],
    ['where', '５５ １２ ３４ ５'],
    ['where', '٠١٢٣٤٥٦'],
    ['where', '①②③④⑤⑥⑦'],
    // Links.
    ['where', 'bit. ly/abc'],
    ['where', 'bit,ly/abc'],
    ['where', 'entra a bit punto ly/abc'],
    ['where', 'bit. ly'],
    ['where', 'entra a pago puntocom'],
    ['where', 'entra a pago dot c0m'],
    ['where', 'pago,mx'],
    ['day', 'mañana'],
    ['day', '2026-02-30'],
    ['hour', '25:00'],
    ['hour', 'a las tres'],
  ])('is refused as %s: %j', async (name, value) => {
    const test = await caseOf(desk);
    const refused = await send(desk, test, { templateId, params: { ...GOOD, [name]: value } });
    expect([refused.code, fieldsOf(refused.data)]).toEqual(['22', [`params.${name}`]]);
  });

  it('is read as it was sent by whoever may see the case, with telephone numbers masked', async () => {
    const test = await caseOf(desk);
    const sent = await send(desk, test, { templateId, params: GOOD });
    const text = 'Jose, $1,000.00: OXXO, Av. Juarez 12, 20/11/2026 16:30. Ana Ruiz tel. +52 55 •••• 5678';
    expect([sent.code, sent.data.text]).toEqual(['00', text]);
    for (const reader of ['ana', 'leader', 'supervisor', 'admin'] as const) {
      const log = (await desk.as[reader].get<Page<MessageRow>>(`sms/log/${test.id}`)).data;
      expect(log.result.map((row) => row.text)).toEqual([text]);
    }
    for (const stranger of ['luis', 'otherAdmin'] as const)
      expect(await desk.as[stranger].get(`sms/log/${test.id}`)).toMatchObject({ code: '21' });
  });

  it('lies nowhere in plain, nor does the answer that a repeated request gets', async () => {
    const test = await caseOf(desk, { name: 'Zyxname Nunca' });
    const clientRequestId = `typed-${test.id}`;
    const params = { ...GOOD, where: 'Zyxplace' };
    const first = await send(desk, test, { templateId, params, clientRequestId });
    expect((await send(desk, test, { templateId, params, clientRequestId })).data).toEqual(first.data);
    const kept = await desk.api.rows<{ answer: string }>(sql`
      SELECT answer FROM client_request WHERE client_request_id = ${clientRequestId}`);
    expect(kept).toEqual([{ answer: JSON.stringify({ id: first.data.id }) }]);
  });
});
