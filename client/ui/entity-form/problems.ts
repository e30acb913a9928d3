import type { TFunction } from 'i18next';
import type { z } from 'zod';
import { type CallError, labelled } from '../../api/envelope';
import type { Language } from '../../../contract/codes';
import { formatCount } from '../../lib/format';
import type { Field } from './fields';
import { isEmpty, nested, type Value, type Values } from './values';
import { textOf } from './value-text';

/** A field's problem: a rule of `forms:rule`, or the server's message. */
export interface Problem {
  rule: string;
  message?: string;
}
export type Problems = Readonly<Partial<Record<string, Problem>>>;

/** Problems that the contract would refuse, by the field. Of two for one field, the later rule of the schema. */
export function problemsOf(schema: z.ZodType, fields: readonly Field[], values: Values): Problems {
  const { error } = schema.safeParse(nested(values));
  const found = (error?.issues ?? []).flatMap((issue): [string, Problem][] => {
    const path = issue.path.join('.');
    const field = fields.find(({ name }) => name === path || path.startsWith(`${name}.`));
    return field ? [[field.name, { rule: ruleOf(issue, field, values[field.name] ?? null) }]] : [];
  });
  return Object.fromEntries(found);
}

function ruleOf(issue: z.core.$ZodIssue, field: Field, value: Value): string {
  if (isEmpty(value)) return 'required';
  if (issue.code === 'custom' && typeof issue.params?.['rule'] === 'string') return issue.params['rule'];
  if (field.kind === 'number' || field.kind === 'money') return 'range';
  if (issue.code === 'too_big') return 'too-long';
  return issue.code === 'too_small' ? 'too-short' : 'format';
}

/** The server's refusals at the fields that it names. @param prefix the part of the body that the fields stand in */
export function refusalsOf(problems: Problems, { fields }: CallError, prefix: string): Problems {
  const named = fields.map((wrong): [string, Problem] => {
    const { field, rule } = wrong;
    const name = field.startsWith(prefix) ? field.slice(prefix.length) : field;
    return [name, problems[name] ?? { rule, message: labelled(wrong, name) }];
  });
  return Object.fromEntries(named);
}

const RULES = ['range', 'too-long', 'too-short', 'order', 'minMax', 'law', 'columns', 'sources', 'numbers'];

export function problemText(
  { rule, message }: Problem,
  field: Field,
  label: string,
  t: TFunction,
  language: Language,
): string {
  if (rule === 'required' || rule === 'format') return t(`common:form.${rule}`, { field: label });
  if (!RULES.includes(rule))
    return labelled({ field: field.name, rule, message: message ?? '' }, label) || t('forms:rule.refused');
  const shown = (count: number | undefined) =>
    field.kind === 'money' ? textOf(field, count ?? null, t, language) : formatCount(count, language);
  return t(`forms:rule.${rule}`, { least: shown(field.min), most: shown(field.max), ...field.span });
}
