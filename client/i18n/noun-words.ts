import { nounsOf } from '../../contract/nouns.js';
import type { Words } from './completed.js';

/**
 * Adds what a noun has no words of its own for, in the frame, the audit and the rights: it is named as its list is. Done at build
 * time, so that the frame does not load the words of every noun.
 *
 * @param read the words of another file of the same language
 */
export function withNouns(namespace: string, own: Words, read: (namespace: string) => Words): Words {
  const made: Record<string, string> = {};
  for (const [noun, { words, page, read: seen, manage }] of nounsOf()) {
    const title = read(words)['list.title'] ?? '';
    const of = (key: string) => (own[key.split(':')[1]!] ?? '').replace('{{noun}}', title);
    if (namespace === 'shell' && page) made[`menu.${words}`] = title;
    if (namespace === 'audit') {
      made[`kind.${noun}`] = title;
      made[`event.${noun}.created`] = of('audit:created');
      made[`event.${noun}.changed`] = of('audit:changed');
    }
    if (namespace === 'grants') {
      made[`permission.${manage.replace(':', '.')}`] = of('grants:manage');
      if (seen) made[`permission.${seen.permission.replace(':', '.')}`] = of('grants:read');
    }
  }
  return { ...made, ...own };
}
