import { describe, expect, it } from '@jest/globals';
import { AnnouncementForm } from '../../../contract/supervision/announcements.js';
import { LANGUAGES, ROLES } from '../../../contract/codes.js';
import { QueueForm } from '../../../contract/team/queues.js';
import { UserForm } from '../../../contract/administration/users.js';
import { fieldsOf, groupsOf, wordOf } from '../../../client/ui/entity-form/fields.js';
import { problemsOf, problemText } from '../../../client/ui/entity-form/problems.js';
import { entryOf } from '../../../client/app/landing.js';
import { roomFor } from '../../../client/ui/list-page/acts-room.js';
import { type Filter, readListQuery, writeListQuery } from '../../../client/ui/list-page/list-query.js';
import { asTFunction, keysBelow, readWords, wordsIn } from '../../support/words.js';

const search = (text: string) => new URLSearchParams(text);

const FILTERS: readonly Filter[] = [
  { name: 'name' },
  { name: 'role', kind: 'choice', choices: ROLES },
  { name: 'groupId', kind: 'choice' },
  { name: 'day', kind: 'segments', choices: ['today', 'yesterday'] },
];

describe("a list's address", () => {
  it('says the whole question', () => {
    const asked = 'name=%20Ana&role=leader&groupId=7&day=yesterday&page=3&size=50&sort=name&order=asc';
    expect(readListQuery(search(asked), FILTERS, ['name'], 20)).toEqual({
      name: 'Ana', role: 'leader', groupId: '7', day: 'yesterday', page: 3, size: 50, sort: 'name', order: 'asc',
    }); // prettier-ignore
  });

  it('is read with care: what it does not know is not asked, and no page is larger than the server allows', () => {
    const odd = 'role=king&groupId=x&page=-2&size=9000&sort=password&day=ever';
    expect(readListQuery(search(odd), FILTERS, ['name'], 20)).toEqual({ day: 'today', page: 1, size: 200 });
  });

  it('begins a new question at its first page, and keeps the rest', () => {
    expect(writeListQuery(search('page=4&size=50'), { name: 'ana' }).toString()).toBe('size=50&name=ana');
    expect(writeListQuery(search('name=ana'), { page: 2 }).toString()).toBe('name=ana&page=2');
    expect(writeListQuery(search('name=ana&page=2'), { name: undefined }).toString()).toBe('');
  });
});

describe("a form's fields", () => {
  const [group] = groupsOf(UserForm, {
    one: { username: {}, groupId: { kind: 'choice' }, role: {}, channels: {} },
  });
  const field = (name: string) => group!.fields.find((each) => each.name === name);

  it('have their kind, limits and whether they must be filled from the contract', () => {
    expect(field('username')).toMatchObject({ kind: 'text', required: true, min: 3, max: 64 });
    expect(field('groupId')).toMatchObject({ kind: 'choice', required: false });
    expect(field('role')).toMatchObject({ kind: 'choice', required: true, choices: ROLES });
    expect(field('channels')).toMatchObject({ kind: 'many' });
  });

  it('are refused when the contract has none of that name', () => {
    expect(() => groupsOf(UserForm, { one: { nickname: {} } })).toThrow('nickname');
  });

  it('say which rule stands against them, of two fields together too', () => {
    const fields = fieldsOf(
      groupsOf(AnnouncementForm, { one: { kind: {}, 'texts.es': {}, endsAt: {}, startsAt: {} } }),
    );
    const values = {
      kind: 'NOTICE', 'texts.cn': 'a', 'texts.en': 'b', 'texts.es': null,
      startsAt: '2026-11-22T10:00:00.000Z', endsAt: '2026-11-21T10:00:00.000Z',
    }; // prettier-ignore
    expect(problemsOf(AnnouncementForm, fields, values)).toEqual({
      'texts.es': { rule: 'required' },
      endsAt: { rule: 'order' },
    });
  });

  it('call a maximum below its minimum that, and not a later time', () => {
    const fields = fieldsOf(groupsOf(QueueForm, { one: { perCapitaMin: {}, perCapitaMax: {} } }));
    const queue = {
      institutionId: 1, code: 'Q1', name: 'Early', type: 'MANUAL', longAgingDpd: null, plannedCases: null, perCapitaMin: 200,
      perCapitaMax: 100, seatsMin: 0, seatsMax: null, firstActionDays: 1, reminderTemplateId: null,
    }; // prettier-ignore
    const problems = problemsOf(QueueForm, fields, queue);
    expect(problems).toEqual({ perCapitaMax: { rule: 'minMax' } });
    const t = asTFunction((key) => key);
    expect(problemText(problems['perCapitaMax']!, fields[1]!, 'Max', t, 'en')).toBe('forms:rule.minMax');
  });
});

describe.each([
  ['users', UserForm, []],
  ['notices', AnnouncementForm, ['texts']],
] as const)('the words of the form of %s', (name, schema, nested) => {
  it.each(LANGUAGES)('name every field of the contract in %s', (language) => {
    const plain = Object.keys(schema.shape).filter((key) => !(nested as readonly string[]).includes(key));
    const texts = nested.length > 0 ? ['texts.cn', 'texts.en', 'texts.es'] : [];
    const fields = [...plain, ...texts].map(wordOf);
    const words = wordsIn(language, name);
    expect(fields.filter((field) => !words[`field.${field}`])).toEqual([]);
    const hints = keysBelow(readWords(language, name), 'field').filter((key) => key.endsWith('.hint'));
    expect(hints.filter((key) => !fields.includes(key.replace('.hint', '')))).toEqual([]);
  });
});

describe("the buttons of a list's row", () => {
  it('stand in a menu as soon as they would push the values out of sight', () => {
    expect(roomFor(['Disable', 'Stop contact']).count).toBe(2);
    expect(roomFor(['Deshabilitar', 'Detener contacto']).count).toBe(1);
    expect(roomFor(['在岗', '缺勤', '休息', '离职']).count).toBe(4);
  });

  it('leave one of them in the row, whatever it is called, and the column holds it', () => {
    const long = 'x'.repeat(60);
    expect(roomFor([long, 'y'])).toEqual({ count: 1, width: expect.any(Number) });
    expect(roomFor([long])).toMatchObject({ count: 1 });
    expect(roomFor([long]).width).toBeGreaterThan(roomFor(['y']).width);
    expect(roomFor([])).toEqual({ count: 0, width: expect.any(Number) });
  });
});

describe('the menu', () => {
  it.each([
    ['/case/list', '/case/list'],
    ['/task/7/LN-1', '/case/list'],
    ['/conditions/7', '/case/list'],
    ['/dashboard/events/7/2026-11-20', '/dashboard'],
    ['/presence/7', '/dashboard'],
    ['/addQueue', '/queue'],
    ['/queue/plan/7', '/queue'],
    ['/queue/uncovered', '/queue/uncovered'],
    ['/user/7', '/users'],
    ['/seatingSchedule/whatIf', '/seatingSchedule'],
    ['/recording/7', '/listening'],
    ['/settings/contactPolicy', '/system'],
    ['/setup', undefined],
    ['/nowhere', undefined],
  ])('marks for %s the entry that it belongs to', (path, entry) => {
    expect(entryOf(path)).toBe(entry);
  });
});
