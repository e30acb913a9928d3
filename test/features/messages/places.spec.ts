import { describe, expect, it } from '@jest/globals';
import type { ConfiguredAnswer } from '../../../contract/administration/configuration.js';
import type { TemplateRow } from '../../../contract/contact/messages.js';
import { digitsIn } from '../../../contract/shared/digits.js';
import { Ids } from '../../../server/platform/db/ids.js';
import { sql } from '../../../server/platform/db/sql.js';
import { useDesk } from '../../support/site.js';
import { caseOf, createSmsDesk, fieldsOf, send, WORKING_HOURS } from './desk.js';

const READ = 'sms/places/config/read';
const UPDATE = 'sms/places/config/update';

const { desk } = useDesk(createSmsDesk, { clock: WORKING_HOURS });

const offered = async () => (await desk.as.ana.get<string[]>('sms/places')).data;
const listed = async () => (await desk.as.admin.get<ConfiguredAnswer<'places'>>(READ)).data;
const save = async (places: string, more: object = {}) =>
  desk.as.admin.post<{ version: number }>(UPDATE, { version: (await listed()).version, places, ...more });
const sendPlace = async (place: string, templateId = desk.templates.asking) =>
  send(desk, await caseOf(desk), { templateId, params: { place } });

async function templateOf(body: string): Promise<number> {
  const id = await desk.api.get(Ids).take();
  await desk.api.rows(sql`
    INSERT INTO message_template (id, institution_id, channel, name, texts, updated_at)
    VALUES (${id}, ${desk.org.institutionId}, 'SMS', ${`P${id}`}, ${JSON.stringify({ es: body })}, NOW(3))`);
  return id;
}

describe('the places that messages may name', () => {
  it('are there before anybody has made a list', async () => {
    expect(await offered()).toEqual([
      'OXXO',
      'cualquier tienda OXXO',
      'su banco por SPEI',
      'la app de su banco',
    ]);
    expect(await listed()).toMatchObject({ version: 0, changedBy: null, history: [] });
  });

  it('are an administrator’s, hold at once, and stand in the audit with their difference', async () => {
    expect((await save('Caja Centro\n Sucursal Norte \n\nCaja Centro')).code).toBe('00');
    expect(await offered()).toEqual(['Caja Centro', 'Sucursal Norte']);
    expect(await listed()).toMatchObject({
      version: 1,
      history: [{ version: 1 }, { version: 0, changedBy: null }],
    });
    const [event] = await desk.api.rows<{ payload: string }>(sql`
      SELECT payload FROM domain_event WHERE name = 'messagePlaces.changed' ORDER BY id DESC LIMIT 1`);
    expect(JSON.parse(event!.payload)).toMatchObject({
      changes: { places: { after: 'Caja Centro\n Sucursal Norte \n\nCaja Centro' } },
    });
    expect((await desk.as.admin.post(UPDATE, { version: 0, places: 'Otra' })).code).toBe('23');
    for (const who of ['ana', 'leader', 'supervisor'] as const) {
      expect((await desk.as[who].get(READ)).code).toBe('20');
      expect((await desk.as[who].post(UPDATE, { version: 1, places: 'Otra' })).code).toBe('20');
    }
    expect((await desk.as.otherAdmin.get<ConfiguredAnswer<'places'>>(READ)).data.version).toBe(0);
  });

  it.each([
    ['nothing', ' \n '],
    ['a threat', 'Caja\nla carcel'],
    ['a link', 'Caja\npago.example/x'],
    ['an account', '0121 8000 1512'],
    ['too long a line', 'x'.repeat(41)],
    ['too many', Array.from({ length: 101 }, (_, line) => `Caja ${line}`).join('\n')],
  ])('are refused with %s among them', async (_, places) => {
    const refused = await save(places);
    expect([refused.code, fieldsOf(refused.data)]).toEqual(['22', ['places']]);
  });
});

describe('a message with a place', () => {
  it('takes one of the list and nothing else, by every door', async () => {
    await save('Caja Centro\nSucursal Norte');
    const { data } = await desk.as.ana.get<TemplateRow[]>('sms/templates');
    expect(data.find(({ id }) => id === desk.templates.asking)?.params).toEqual([
      { name: 'place', format: 'place' },
    ]);
    expect((await sendPlace('Caja Centro')).data.text).toContain('pague en Caja Centro.');
    for (const place of ['OXXO', 'caja centro', 'Caja Centro 2', 'la carcel si no paga hoy', 'bit. ly/abc']) {
      const refused = await sendPlace(place);
      expect([place, refused.code, fieldsOf(refused.data)]).toEqual([place, '22', ['params.place']]);
    }
    const older = { taskId: (await caseOf(desk)).id, templateId: desk.templates.asking };
    const refused = await desk.as.ana.post('sms/send', { ...older, params: { place: 'OXXO' } });
    expect([refused.code, fieldsOf(refused.data)]).toEqual(['22', ['params.place']]);
  });

  it('is one whatever the template declares, and another parameter may be declared as one', async () => {
    await save('Caja Centro');
    const declared = await templateOf('Hola {{name}}, pague en {{place:text}}.');
    expect((await sendPlace('OXXO', declared)).code).toBe('22');
    expect((await sendPlace('Caja Centro', declared)).code).toBe('00');
    const templateId = await templateOf('Hola {{name}}, pague en {{branch:place}}.');
    const wish = async (branch: string) => send(desk, await caseOf(desk), { templateId, params: { branch } });
    expect((await wish('OXXO')).code).toBe('22');
    expect((await wish('Caja Centro')).code).toBe('00');
  });
});

describe('a text that was typed', () => {
  it('is read together with the template around it', async () => {
    const templateId = await templateOf('{{name}}, manana vamos a su {{where:text}} por {{what:text}}.');
    const wish = async (where: string, what: string) =>
      send(desk, await caseOf(desk), { templateId, params: { where, what } });
    const refused = await wish('trabajo', 'el pago');
    expect([refused.code, fieldsOf(refused.data)]).toEqual(['22', ['params.where']]);
    expect((await wish('domicilio', 'el pago')).code).toBe('00');
  });

  it('has at most six digits together with the others', async () => {
    const templateId = await templateOf('{{name}}, pague en {{where:text}} {{what:text}}.');
    const params = { where: 'Calle 1234', what: 'piso 567' };
    const refused = await send(desk, await caseOf(desk), { templateId, params });
    expect([refused.code, fieldsOf(refused.data)]).toEqual(['22', ['params.what']]);
  });

  it.each([
    ['OXXO, Av. Juarez 12, 3er piso', 3],
    ['Calle 5 esquina 10, de 9 a 18 h', 7],
    ['Plaza Central, local B', 0],
    ['calle5', 1],
    ['5o5o1o2', 7],
    ['55 oo 12', 6],
    ['a las 5', 1],
    ['１２٣', 3],
  ])('%s has %i digits', (text, count) => {
    expect(digitsIn(text)).toBe(count);
  });
});
