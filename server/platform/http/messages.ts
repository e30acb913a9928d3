import { readFileSync } from 'node:fs';
import { LANGUAGES, type Language } from '../../../contract/codes.js';
import type { ErrorKey } from '../../../contract/errors.js';
import type { ErrorParams } from './app-error.js';

type MessageKey = ErrorKey | 'ok' | 'rule.required' | 'rule.format';

const messages = Object.fromEntries(
  LANGUAGES.map((language) => [
    language,
    JSON.parse(readFileSync(new URL(`./messages/${language}.json`, import.meta.url), 'utf8')),
  ]),
) as Record<Language, Record<MessageKey, string>>;

export function messageOf(key: MessageKey, language: Language, params: ErrorParams = {}): string {
  return messages[language][key].replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name] ?? ''));
}

/** The product's language for an Accept-Language header: Chinese when it names none of ours. */
export function languageOf(header: string | undefined): Language {
  const wanted = (header ?? '').slice(0, 2).toLowerCase();
  return wanted === 'en' || wanted === 'es' ? wanted : 'cn';
}
