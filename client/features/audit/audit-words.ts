import { useTranslation } from 'react-i18next';
import type { AuditRow } from '../../../contract/administration/audit';
import { nounsOf } from '../../../contract/nouns';
import { useLanguage } from '../../i18n/use-language';
import { LIMIT_GROUPS } from '../../domain/settings/limits-fields';
import { POLICY_GROUPS } from '../../domain/settings/policy-fields';
import { WEIGHT_GROUPS } from '../../domain/settings/weights-fields';
import { formatMoney, formatTime } from '../../lib/format';
import { type Field, fieldsOf } from '../../ui/entity-form/fields';
import { textOf } from '../../ui/entity-form/value-text';
import type { Value } from '../../ui/entity-form/values';

/** Namespaces with the words for the fields of a kind. */
const FIELDS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(nounsOf().map(([noun, { words }]) => [noun, words])),
  grants: 'grants',
  announcement: 'notices',
  stop: 'stops',
  approval: 'approvals',
  messageLimits: 'settings',
  priorities: 'settings',
  guardPolicy: 'settings',
  numberViewers: 'settings',
  systemLimits: 'settings',
  addressList: 'settings',
  anomalyRules: 'settings',
  messagePlaces: 'settings',
  authenticatorRoles: 'settings',
  firstContact: 'settings',
  regulatorTerms: 'settings',
  sealMail: 'settings',
  legalSources: 'settings',
};

/** Fields whose values have units, by kind. */
const MEASURED: Readonly<Record<string, readonly Field[]>> = {
  messageLimits: fieldsOf(LIMIT_GROUPS),
  priorities: fieldsOf(WEIGHT_GROUPS),
  guardPolicy: fieldsOf(POLICY_GROUPS),
};

const nounOf = (name: string) => name.split('.')[0]!;

/** Centavos, where an event says them; a setting of the same name may be points. */
const AMOUNT = /^(amount|fee|paid|interest|penalty|iva|towardsDue|prepaid|\w+Amount\w*|amount[A-Z]\w*)$/;

/** It changed, and neither value is kept. */
const SECRET = { secret: true } as const;

/** Differences, and the event's other facts, in the same columns. */
export function differencesOf({
  changes,
  facts,
}: Pick<AuditRow, 'changes' | 'facts'>): (Difference & { field: string })[] {
  const lines = Object.entries(facts).map(([field, value]) => {
    const isAmount = AMOUNT.test(field) && typeof value === 'number';
    const after = isAmount ? { centavos: value } : fileOr(value);
    return { field, before: null, after };
  });
  const changed = Object.entries(changes ?? {}).map(([field, difference]) =>
    difference === 'secret' ? { field, before: null, after: SECRET } : { field, ...deltaOf(difference) },
  );
  return [...changed, ...lines];
}

/** A file's name says nothing to a reader: that it is another one does. */
const fileOr = (value: unknown) => (typeof value === 'string' && value.endsWith('.sealed') ? SECRET : value);

interface Difference {
  before: unknown;
  after: unknown;
  /** The values are what went and what came, of two lists. */
  delta?: true;
}

/** Two lists by what went and what came: among forty rights nobody finds the one that went. */
function deltaOf({ before, after }: Difference): Difference {
  if (!isList(before) || !isList(after)) return { before: fileOr(before), after: fileOr(after) };
  const [gone, come] = [
    before.filter((each) => !after.includes(each)),
    after.filter((each) => !before.includes(each)),
  ];
  return { before: gone.length > 0 ? gone : null, after: come.length > 0 ? come : null, delta: true };
}

function isList(value: unknown): value is (string | number)[] {
  return Array.isArray(value) && value.every((each) => typeof each !== 'object');
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
/** Texts that can be the last part of a key: a name or a sentence is none. */
const CODE = /^[\w/-]+$/;
const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** An event, its fields and their values as a reader says them. What has no words stands as it is. */
export function useAuditWords() {
  const { t, i18n } = useTranslation([
    'audit',
    'timeline',
    'codes',
    'forms',
    ...new Set(Object.values(FIELDS)),
  ]);
  const language = useLanguage();
  /** A code by the words that the lists of its kind have for it, or that all lists have. */
  const coded = (name: string, field: string, code: string): string => {
    const words = FIELDS[nounOf(name)];
    if (words === 'grants' && (field === 'permissions' || field === 'menu'))
      return t(`grants:${field === 'menu' ? 'menu' : 'permission'}.${code.replace(':', '.')}`, {
        defaultValue: code,
      });
    if (!CODE.test(code)) return code;
    const common = t(`codes:${kebab(field)}.${code}`, { defaultValue: code });
    return words ? t(`${words}:${field}.${code}`, { defaultValue: common }) : common;
  };
  const single = (name: string, field: string, value: string | number) =>
    typeof value === 'number'
      ? String(value)
      : MOMENT.test(value)
        ? formatTime(value, language)
        : coded(name, field, value);
  return {
    event: (name: string) => t([`audit:event.${name}`, `timeline:event.${name}`]),
    field: (name: string, field: string) => {
      const words = FIELDS[nounOf(name)];
      const common = t(`users:field.${field}`, { defaultValue: field });
      const fact = t(`timeline:fact.${field}`, { defaultValue: common });
      const general = t(`audit:fact.${field}`, { defaultValue: fact });
      const key = `field.${field.replaceAll('.', '-')}`;
      // Not by t(), which would prefer the common label to what the audit calls a fact.
      const own = words && (i18n.getResource(i18n.language, words, key) as string | undefined);
      return own ?? general;
    },
    value: ({ name, names }: Pick<AuditRow, 'name' | 'names'>, field: string, value: unknown): string => {
      const named = typeof value === 'number' ? names[`${field} ${value}`] : undefined;
      if (named !== undefined) return named;
      if (value === null || value === '') return '—';
      if (value === SECRET) return t('audit:secret');
      const measured = MEASURED[nounOf(name)]?.find((each) => each.name === field);
      if (measured) return textOf(measured, value as Value, t, language);
      if (typeof value === 'boolean') return t(value ? 'audit:yes' : 'audit:no');
      if (isList(value)) return value.map((each) => single(name, field, each)).join(', ');
      if (isAmount(value)) return formatMoney(value.centavos, language);
      return typeof value === 'object'
        ? JSON.stringify(value)
        : single(name, field, value as string | number);
    },
  };
}

function isAmount(value: unknown): value is { centavos: number } {
  return typeof value === 'object' && value !== null && 'centavos' in value;
}
