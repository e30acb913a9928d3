import type { Language } from '../../contract/codes';
import { storedLanguage } from '../lib/language';
import type { Words } from './completed';
import { initI18n, loadWords } from './i18n';

/** One chunk per language and namespace: a page loads the words it shows. */
const files = import.meta.glob<{ default: Words }>(['./*/*.json', '!./*/{common,login}.json']);

/** Those of the sign-in page are too few for a request of their own, which it would wait for. */
const first = import.meta.glob<Words>('./*/{common,login}.json', { import: 'default', eager: true });

/** @param namespaces whose words are loaded at once, with the common ones */
export function startI18n(namespaces: readonly string[]): Promise<void> {
  return initI18n({ language: storedLanguage(), namespaces, read: readWords });
}

/**
 * For quiet moments: a part that appears later has its words then, and what is around it does not wait with it. One file at a time, and
 * none while something is being drawn: all at once they were read before a slow machine had shown its first list.
 */
export async function loadAllWords(): Promise<void> {
  for (const namespace of new Set(Object.keys(files).map((path) => path.replace(/.*\/(.*)\.json$/, '$1')))) {
    await quiet();
    await loadWords([namespace]);
  }
}

const quiet = () => new Promise<unknown>((resolve) => requestIdleCallback(resolve));

function readWords(language: Language, namespace: string): Words | Promise<Words> {
  const path = `./${language}/${namespace}.json`;
  return first[path] ?? arrivalOf(path);
}

async function arrivalOf(path: string): Promise<Words> {
  const load = files[path];
  if (!load) throw new Error(`There is no ${path}`);
  return (await load()).default;
}
