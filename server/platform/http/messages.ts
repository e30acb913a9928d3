import { readFileSync } from 'node:fs';
import { LANGUAGES, type Language } from '../../../contract/codes.js';
import type { ImportReason } from '../../../contract/cases/imports.js';
import type { ErrorKey } from '../../../contract/errors.js';
import type { ScheduleReason } from '../../../contract/team/schedules.js';
import type { SheetReason } from '../../../contract/administration/sheet-uploads.js';
import type { ErrorParams } from './app-error.js';

/** Rules that a field of a request can break. Each has its words, which name the field first, under `rule.<rule>`. */
const FIELD_RULES = [
  'required',
  'format',
  'choice',
  'too-long',
  'too-short',
  'too-big',
  'too-small',
] as const;
type FieldRule = (typeof FIELD_RULES)[number];
type CellReason = ScheduleReason | SheetReason | ImportReason;
type MessageKey = ErrorKey | 'ok' | `rule.${FieldRule}` | `cell.${CellReason}`;

const messages = Object.fromEntries(
  LANGUAGES.map((language) => [
    language,
    JSON.parse(readFileSync(new URL(`./messages/${language}.json`, import.meta.url), 'utf8')),
  ]),
) as Record<Language, Record<MessageKey, string>>;

export function messageOf(key: MessageKey, language: Language, params: ErrorParams = {}): string {
  return messages[language][key].replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name] ?? ''));
}

/** @param rule one of the contract's own, of which only the client has words, is told as a format error */
export function ruleMessage(rule: string, language: Language, params: ErrorParams): string {
  return messageOf(`rule.${FIELD_RULES.find((known) => known === rule) ?? 'format'}`, language, params);
}

const OURS: Record<string, Language> = { zh: 'cn', cn: 'cn', en: 'en', es: 'es' };

/** The one of ours that an Accept-Language header wants most; Chinese when it wants none. */
export function languageOf(header = ''): Language {
  const [wanted] = header
    .split(',')
    .map((range) => {
      const [tag = '', quality] = range.toLowerCase().split(/;\s*q=/);
      return { language: OURS[tag.trim().slice(0, 2)], quality: Number(quality ?? 1) };
    })
    .filter(({ language, quality }) => language && quality > 0)
    .sort((a, b) => b.quality - a.quality);
  return wanted?.language ?? 'cn';
}
