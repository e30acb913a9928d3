import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TemplateInfo, TemplatesAnswer } from '../../../contract/contact/message-templates.js';
import { problemsIn, renderTemplate, type TemplateTexts } from '../../../contract/contact/message-texts.js';
import type { MessageRow, TemplateRow } from '../../../contract/contact/messages.js';
import type { Page } from '../../../contract/shared/page.js';
import { sql } from '../../../server/platform/db/sql.js';
import { insert } from '../../data/rows.js';
import { createUser, signedIn, type Client } from '../../support/org.js';
import { decideFor } from '../../support/approvals.js';
import { createStack, startApi, type Stack } from '../../support/stack.js';
import { caseOf, createSmsDesk, fieldsOf, requestId, send, WORKING_HOURS, type SmsDesk } from './desk.js';

let stack: Stack;
let desk: SmsDesk;
let approver: Client;

beforeAll(async () => {
  stack = await createStack({ RECOUP_CLOCK_AT: WORKING_HOURS });
  desk = await createSmsDesk();
  approver = await signedIn(desk.api, await createUser(desk.api, desk.org, 'admin'));
});
afterAll(async () => {
  await desk.api.close();
  await stack.close();
});

const TEXTS = {
  es: 'Hola {{name}}, pague a {{app}} en {{place:text}}. Quejas: CONDUSEF',
  en: 'Pay {{app}} at {{place:text}}, {{name}}. Complaints: CONDUSEF',
  cn: null,
};
/** Each text's end: who claims, and where to complain. */
const END = ' {{app}}. Quejas: CONDUSEF';
const form = (more: object = {}) => ({
  ...{ name: 'Visita', channel: 'SMS', institutionId: desk.org.institutionId, texts: TEXTS },
  ...more,
});
type Saved = { id: number; approvalId?: number | null };
const save = (body: object, client: Client = desk.as.admin) =>
  client.post<Saved>('sms/templates/createOrUpdate', body);
const setStatus = (body: object, client: Client = desk.as.admin) =>
  client.post<Saved>('sms/templates/setStatus', body);
const listed = async (query = '', client: Client = desk.as.admin) =>
  (await client.get<TemplatesAnswer>(`sms/templates/manage?size=50&${query}`)).data;
const one = async (id: number) => (await listed(`templateId=${id}`)).result[0]!;

async function active(more: object = {}): Promise<TemplateInfo> {
  const { data } = await save(form(more));
  await activate(data.id);
  return one(data.id);
}
async function activate(id: number): Promise<void> {
  const { data, code } = await setStatus({ id, enabled: true });
  expect(code).toBe('00');
  expect(await decideFor(approver, data.approvalId)).toBe('00');
}

async function events(id: number) {
  return desk.api.rows<{ name: string; payload: string }>(sql`
    SELECT name, payload FROM domain_event WHERE subject_type = 'template' AND subject_id = ${id} ORDER BY id`);
}

describe('a template', () => {
  it('is made inactive, activated, changed and told of with its difference', async () => {
    const { data, code } = await save(form());
    expect(code).toBe('00');
    const offered = async () =>
      (await desk.as.ana.get<TemplateRow[]>('sms/templates')).data.find(({ id }) => id === data.id);
    expect(await offered()).toBeUndefined();
    expect(await one(data.id)).toMatchObject({ enabled: false, version: 1, languages: ['en', 'es'] });
    const asked = await setStatus({ id: data.id, enabled: true, version: 1 });
    expect(await offered()).toBeUndefined();
    expect(await one(data.id)).toMatchObject({ waiting: { mine: true, version: 1, form: null } });
    expect(await decideFor(desk.as.admin, asked.data.approvalId)).toBe('20');
    expect(await decideFor(approver, asked.data.approvalId)).toBe('00');
    expect(await offered()).toMatchObject({
      texts: { es: TEXTS.es, en: TEXTS.en },
      params: [{ name: 'place', format: 'place' }],
    });
    await save(form({ id: data.id, version: 2, name: 'Visita 2' }));
    const emitted = await events(data.id);
    expect(emitted.map(({ name }) => name)).toEqual([
      'template.created',
      'template.changed',
      'template.changed',
    ]);
    expect(JSON.parse(emitted[2]!.payload)).toMatchObject({
      institutionId: desk.org.institutionId,
      heardBy: [desk.org.institutionId],
      changes: { name: { before: 'Visita', after: 'Visita 2' } },
    });
  });

  it('is refused with the parameter that nobody fills, at its field', async () => {
    const texts = { ...TEXTS, es: 'Hola {{nmae}}, pague en {{place:text}}' };
    const { code, data, message } = await save(form({ texts }));
    expect([code, fieldsOf(data)]).toEqual(['22', ['texts.es']]);
    expect(message).toContain('Nobody fills "nmae"');
  });

  it('is active only when it passes the linter, and stays so', async () => {
    const { data } = await save(form({ texts: { ...TEXTS, es: 'Pague o irá a la cárcel, {{place:text}}' } }));
    const refused = await setStatus({ id: data.id, enabled: true });
    expect([refused.code, fieldsOf(refused.data)]).toEqual(['22', ['texts.es']]);
    expect(refused.message).toBe(
      '"cárcel" reads as a threat (Español text): a text to borrowers must not say it',
    );
    expect((await one(data.id)).enabled).toBe(false);
    const { id, version } = await active();
    const long = { ...TEXTS, es: `${'Pague en {{place:text}} '.repeat(8)}${END}` };
    expect(await save(form({ id, texts: long }))).toMatchObject({
      code: '22',
      message: expect.stringMatching(/comes to \d+ characters with its longest values: at most 160/),
    });
    expect(await one(id)).toMatchObject({ version, enabled: true, texts: TEXTS });
    await setStatus({ id, enabled: false });
    expect((await save(form({ id, texts: long }))).code).toBe('00');
  });

  it('that a queue reminds with asks nobody for anything', async () => {
    const { id } = await active({ texts: { es: `{{name}}${END}`, en: null, cn: null } });
    await desk.api.rows(sql`
      UPDATE queue SET reminder_template_id = ${id}, version = version + 1 WHERE id = ${desk.org.queueId}`);
    const { code, data } = await save(form({ id, texts: { ...TEXTS, en: null } }));
    expect([code, fieldsOf(data)]).toEqual(['22', ['texts.es']]);
  });

  it.each<[string, TemplateTexts, [string, string, string][]]>([
    ['fills what the case knows', { es: '{{name}} {{amount}} {{loan}} {{app}} {{dueDate}} {{agent}}' }, []],
    ['needs a format where who sends writes', { es: '{{where}}' }, [['texts.es', 'template.unfilled', 'where']]],
    ['knows four formats', { es: '{{at:clock}}' }, [['texts.es', 'template.placeholder', 'at:clock']]],
    ['has no blanks in a parameter', { es: '{{ name }}' }, [['texts.es', 'template.placeholder', ' name ']]],
    ['has no stray braces', { es: 'a {{name} b' }, [['texts.es', 'template.placeholder', '{{']]],
    ['has one format for a name', { es: '{{at:day}}', en: '{{at:time}}' }, [['texts.es', 'template.formats', 'at'], ['texts.en', 'template.formats', 'at']]],
    ['asks for the same in each language', { es: '{{at:day}}', en: 'Hi' }, [['texts.en', 'template.differs', 'at']]],
  ])('%s', (_, texts, problems) => {
    expect(problemsIn(texts).map(({ field, rule, param }) => [field, rule, param])).toEqual(problems);
  }); // prettier-ignore

  it('of another version is refused with what is in force, and a repeated request is one', async () => {
    const template = await active();
    const clientRequestId = requestId();
    const change = form({ id: template.id, version: template.version, name: 'Uno', clientRequestId });
    expect((await save(change)).data).toEqual({ id: template.id });
    expect((await save(change)).data).toEqual({ id: template.id });
    const late = await save(form({ id: template.id, version: template.version, name: 'Dos' }));
    expect(late).toMatchObject({
      code: '23',
      data: { inForce: { name: 'Uno', version: template.version + 1 } },
    });
    expect((await save({ ...change, name: 'Tres' })).code).toBe('23');
    const twice = { ...form({ name: 'Gemelo' }), clientRequestId: requestId() };
    const [first, second] = await Promise.all([save(twice), save(twice)]);
    expect(first.data).toEqual(second.data);
    expect((await listed('name=Gemelo')).totalCount).toBe(1);
  });

  it('exists for administrators of its institution alone', async () => {
    const { id } = await active();
    expect((await save(form({ id }), desk.as.otherAdmin)).code).toBe('21');
    const elsewhere = form({ id, institutionId: desk.org.otherInstitutionId });
    expect((await save(elsewhere, desk.as.otherAdmin)).code).toBe('21');
    expect((await setStatus({ id, enabled: false }, desk.as.otherAdmin)).code).toBe('21');
    expect((await listed(`templateId=${id}`, desk.as.otherAdmin)).totalCount).toBe(0);
    for (const client of [desk.as.ana, desk.as.leader, desk.as.supervisor]) {
      expect((await client.get('sms/templates/manage')).code).toBe('20');
      expect((await save(form(), client)).code).toBe('20');
      expect((await setStatus({ id, enabled: false }, client)).code).toBe('20');
    }
  });

  it('is tried out on a real case that the viewer sees, by the first name alone', async () => {
    const test = await caseOf(desk, { name: 'Jose Perez' });
    const [{ loanNo }] = (await desk.api.rows(sql`
      SELECT loan_no AS loanNo FROM collection_case WHERE id = ${test.id}`)) as [{ loanNo: string }];
    const sample = (client: Client) => client.get(`sms/templates/sample?loanId=${loanNo}`);
    expect(await sample(desk.as.admin)).toMatchObject({
      code: '00',
      data: { borrowerName: 'Jose', loanId: loanNo, agentName: 'Ana Ruiz', amount: expect.any(Number) },
    });
    expect((await sample(desk.as.otherAdmin)).code).toBe('21');
    expect((await sample(desk.as.ana)).code).toBe('20');
  });

  it('is sent by the institutions below, too, and by nobody beside', async () => {
    const { api, org } = desk;
    const { id } = await active({ texts: { es: `{{name}}${END}`, en: null, cn: null } });
    const below = 900_000_000 + id;
    const path = `/${org.institutionId}/${below}/`;
    await api.rows(
      insert('institution', [
        { id: below, code: `B${id}`, name: 'Below', parent_id: org.institutionId, path },
      ]),
    );
    const offered = async (institutionId: number) => {
      const person = await createUser(api, org, 'member', { institutionId, groupId: null });
      await api.rows(sql`UPDATE user SET channels = 'SMS' WHERE id = ${person.id}`);
      const { data } = await (await signedIn(api, person)).get<TemplateRow[]>('sms/templates');
      return data.some((template) => template.id === id);
    };
    expect(await offered(below)).toBe(true);
    expect(await offered(org.otherInstitutionId)).toBe(false);
  });

  it('is filtered by channel, language, status and institution, and sorted', async () => {
    const spanish = await active({ name: 'Z solo', texts: { es: `Hola${END}`, en: null, cn: null } });
    await save(form({ name: 'Z otro', channel: 'WABA' }));
    const names = async (query: string) => (await listed(query)).result.map(({ name }) => name);
    expect(await names('name=Z&sort=name&order=asc')).toEqual(['Z otro', 'Z solo']);
    expect(await names('name=Z&channel=WABA')).toEqual(['Z otro']);
    expect(await names('name=Z&language=en')).toEqual(['Z otro']);
    expect(await names('name=Z&status=enabled')).toEqual([spanish.name]);
    expect(await names(`name=Z&institutionId=${desk.org.otherInstitutionId}`)).toEqual([]);
    expect(await listed()).toMatchObject({ limits: { gsm7Length: 160, segments: 1 } });
  });
});

describe('a message', () => {
  it('goes out by the text that is in force, on every server, and keeps what it was made of', async () => {
    const second = await startApi();
    const elsewhere = await signedIn(second, desk.ana);
    const template = await active();
    const test = await caseOf(desk);
    const wish = { templateId: template.id, params: { place: 'OXXO' } };
    const before = await send(desk, test, wish, elsewhere);
    expect(before.data.text).toMatch(/^Hola Jose, pague a .* en OXXO\./);
    const texts = { ...TEXTS, es: `Pague en {{place:text}} hoy${END}` };
    const asked = await save(form({ id: template.id, texts }));
    expect(await decideFor(approver, asked.data.approvalId)).toBe('00');
    const other = await caseOf(desk);
    expect((await send(desk, other, wish, elsewhere)).data.text).toMatch(/^Pague en OXXO hoy /);
    const log = await desk.as.ana.get<Page<MessageRow>>(`sms/log/${test.id}`);
    expect(log.data.result.map(({ text }) => text)).toEqual([before.data.text]);
    await setStatus({ id: template.id, enabled: false });
    expect(await send(desk, await caseOf(desk), wish, elsewhere)).toMatchObject({ code: '21' });
    await second.close();
  });

  it('is written in the language that who sends chooses, when the template has it', async () => {
    const { id } = await active();
    const wish = { templateId: id, params: { place: 'OXXO' } };
    const english = await send(desk, await caseOf(desk), { ...wish, language: 'en' });
    expect(english.data.text).toMatch(/^Pay .* at OXXO, Jose\./);
    const chinese = await send(desk, await caseOf(desk), { ...wish, language: 'cn' });
    expect([chinese.code, fieldsOf(chinese.data)]).toEqual(['22', ['language']]);
  });

  it('shows nothing of a placeholder that nobody filled, and takes no inherited word for one', () => {
    expect(renderTemplate('{{a}} {{constructor}}.', { a: 'x' })).toBe('x .');
  });
});

describe('a failed message', () => {
  const fail = (id: number) => desk.api.rows(sql`UPDATE message SET status = 'FAILED' WHERE id = ${id}`);
  const logOf = async (caseId: number, client = desk.as.ana) =>
    (await client.get<Page<MessageRow>>(`sms/log/${caseId}`)).data.result;

  it('is sent again by its sender as a new message, once', async () => {
    const test = await caseOf(desk);
    const { data: first } = await send(desk, test);
    expect((await send(desk, test, { againOf: first.id })).code).toBe('23');
    await fail(first.id);
    expect((await logOf(test.id))[0]).toMatchObject({ id: first.id, mayAgain: true, againOf: null });
    expect((await logOf(test.id, desk.as.leader))[0]).toMatchObject({ mayAgain: false });
    expect((await send(desk, test, { againOf: first.id, templateId: desk.templates.known }, desk.as.leader)).code).toBe('23');
    const other = await caseOf(desk);
    expect((await send(desk, other, { againOf: first.id })).code).toBe('23');
    const [second, third] = await Promise.all([
      send(desk, test, { againOf: first.id }),
      send(desk, test, { againOf: first.id }),
    ]);
    expect([second.code, third.code].sort()).toEqual(['00', '23']);
    const rows = await logOf(test.id);
    expect(rows.map(({ mayAgain, againOf }) => [mayAgain, againOf])).toEqual([[false, first.id], [false, null]]);
  }); // prettier-ignore

  it('passes guard and limits like any other', async () => {
    const test = await caseOf(desk);
    const { data } = await send(desk, test);
    await fail(data.id);
    await desk.api.rows(
      sql`UPDATE message_count SET used = 3 WHERE scope = 'CASE' AND scope_id = ${test.id}`,
    );
    expect(await send(desk, test, { againOf: data.id })).toMatchObject({ code: '31' });
  });
});
