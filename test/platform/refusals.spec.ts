import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { SaveEmergencyContact } from '../../contract/cases/borrowers.js';
import { SCHEDULE_REASONS } from '../../contract/team/schedules.js';
import { IMPORT_REASONS } from '../../contract/cases/imports.js';
import { SHEET_REASONS } from '../../contract/administration/sheet-uploads.js';
import { LANGUAGES } from '../../contract/codes.js';
import { ERRORS } from '../../contract/errors.js';
import type { AppError } from '../../server/platform/http/app-error.js';
import { languageOf, ruleMessage } from '../../server/platform/http/messages.js';
import { contractPipe } from '../../server/platform/http/validation.js';

async function refusal(schema: z.ZodType, sent: unknown, data?: string) {
  const thrown = await contractPipe
    .transform(sent, { type: data ? 'param' : 'body', schema, ...(data && { data }) })
    .catch((error: AppError) => error);
  return Object.fromEntries((thrown as AppError).fields.map(({ field, rule }) => [field, rule]));
}

const Loan = z.strictObject({
  name: z.string().min(3).max(5),
  stage: z.enum(['S1', 'S2']),
  amount: z.int().min(1).max(9),
  of: z.object({ days: z.array(z.int()) }),
});

describe('a request that breaks its contract', () => {
  it.each([
    ['what is missing', {}, { name: 'required', stage: 'required', amount: 'required', of: 'required' }],
    ['what is empty', { name: ' ', stage: '', amount: null, of: null }, { name: 'required', stage: 'required', amount: 'required', of: 'required' }],
    ['what is too long or large', { name: 'aaaaaa', stage: 'S1', amount: 10, of: { days: [] } }, { name: 'too-long', amount: 'too-big' }],
    ['what is too short or small', { name: 'aa', stage: 'S1', amount: 0, of: { days: [] } }, { name: 'too-short', amount: 'too-small' }],
    ['an unknown choice and a wrong type', { name: 4, stage: 'S3', amount: 1, of: { days: [1, 'x'] } }, { name: 'format', stage: 'choice', 'of.days.1': 'format' }],
    ['a key that does not exist', { name: 'aaa', stage: 'S1', amount: 1, of: { days: [] }, more: 1 }, { more: 'format' }],
  ])('is refused by the name of %s', async (_, sent, fields) => {
    expect(await refusal(Loan, sent)).toEqual(fields);
  }); // prettier-ignore

  it.each([
    [{ taskId: 1, name: 'Rosa', phone: '5512345678' }, { relation: 'required' }],
    [
      { taskId: 1, phone: '', relation: 'R01' },
      { name: 'required', phone: 'required', relation: 'choice' },
    ],
    [{ taskId: 1, contactId: 'x' }, { contactId: 'format' }],
    [{ taskId: 'x', contactId: 3 }, { taskId: 'format' }],
  ])('is told in the branch that fits %j best', async (sent, fields) => {
    expect(await refusal(SaveEmergencyContact, sent)).toEqual(fields);
  });

  it('names a parameter, and a body that is none', async () => {
    expect(await refusal(z.int(), 'x', 'id')).toEqual({ id: 'format' });
    expect(await refusal(Loan, undefined)).toEqual({ body: 'required' });
  });
});

it("says the specification's generic messages in three languages, with the field's name", () => {
  const said = (rule: string) =>
    LANGUAGES.map((language) => ruleMessage(rule, language, { field: 'X', most: 5 }));
  expect(said('required')).toEqual(['X为必填项', 'X is required', 'X: dato obligatorio']);
  expect(said('format')).toEqual(['X格式错误', 'X has a format error', 'X: formato incorrecto']);
  expect(said('too-long')[1]).toBe('X: number of words exceeded (at most 5 characters)');
  expect(said('order')).toEqual(said('format'));
});

it.each([
  [undefined, 'cn'],
  ['fr-FR', 'cn'],
  ['es-MX,es;q=0.9,en;q=0.8', 'es'],
  ['fr, en;q=0.4, es;q=0.7', 'es'],
  ['en;q=0, es;q=0.1', 'es'],
  ['zh-CN;q=0.3, EN-us; q=0.5', 'en'],
] as const)('takes from Accept-Language %s the language %s', (header, language) => {
  expect(languageOf(header)).toBe(language);
});

it('every refusal that the contract lists is made somewhere', () => {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const code = ['server', 'workers', 'contract'].flatMap((folder) =>
    readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && path !== 'errors.ts')
      .map((path) => readFileSync(`${root}${folder}/${path}`, 'utf8')),
  );
  const unused = Object.keys(ERRORS).filter((key) => !code.some((text) => text.includes(`'${key}'`)));
  expect(unused).toEqual([]);
});

describe('the messages of refusals', () => {
  const rules = ['required', 'format', 'choice', 'too-long', 'too-short', 'too-big', 'too-small'];
  const cells = [...new Set([...SCHEDULE_REASONS, ...SHEET_REASONS, ...IMPORT_REASONS])].map(
    (reason) => `cell.${reason}`,
  );
  const keys = ['ok', ...Object.keys(ERRORS), ...rules.map((rule) => `rule.${rule}`), ...cells].sort();
  const read = (language: string) =>
    JSON.parse(
      readFileSync(new URL(`../../server/platform/http/messages/${language}.json`, import.meta.url), 'utf8'),
    ) as Record<string, string>;

  it.each(LANGUAGES)('stand in %s for each key, with no key besides', (language) => {
    expect(Object.keys(read(language)).sort()).toEqual(keys);
    const holes = (text: string) => (text.match(/\{\{\w+\}\}/g) ?? []).sort().join();
    const differing = keys.filter((key) => holes(read(language)[key]!) !== holes(read('en')[key]!));
    expect(differing).toEqual([]);
  });
});
