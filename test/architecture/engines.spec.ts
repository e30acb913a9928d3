import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** Syntax of one engine alone, and the common form instead (docs/decisions/0026-two-engines.md). */
const OF_ONE: Record<string, RegExp> = {
  'PERSISTENT: say STORED': /\bPERSISTENT\b/,
  'MD5() and SHA1(): say SHA2()': /\b(MD5|SHA1|SHA)\(/,
  'RETURNING: read before, in the same transaction': /\bRETURNING\b/,
  'a sequence table: say numbers(from, to)': /\bseq_(\d|\$\{)/,
  'SET STATEMENT: set it for the session': /\bSET STATEMENT\b/,
  '->>: say JSON_VALUE()': /->>/,
  'LATERAL: join what is grouped': /\bLATERAL\b/,
  'FOR UPDATE OF: lock by a statement of its own': /\bFOR UPDATE OF\b/,
  'a collation of MySQL: say utf8mb4_unicode_520_ci': /utf8mb4_0900/,
  'a name that MySQL keeps for itself: take another':
    /\b(?:JOIN|FROM|AS|collection_case) (?:lead|lag|rank|over|window|groups|system|of|row|rows|empty|cube|except|function|manual|library)\b(?! ?\()/,
  'EXPLAIN as it comes: say planOf()': /\bEXPLAIN (?!FORMAT=TRADITIONAL)(SELECT|DELETE|UPDATE|\$\{)/,
};

const wordsIn = (text: string) => Object.keys(OF_ONE).filter((word) => OF_ONE[word]!.test(text));

describe('the SQL of both engines', () => {
  it('has no word that one of them alone knows', () => {
    const folders = ['server', 'workers', 'sandbox', 'bench', 'test/data', 'test/features', 'test/support'];
    const listed = execFileSync('git', ['ls-files', '--', ...folders], { cwd: root, encoding: 'utf8' });
    const files = listed.split('\n').filter((file) => /\.(ts|sql)$/.test(file));
    expect(files.length).toBeGreaterThan(500);
    const found = files.map((file) => [file, wordsIn(readFileSync(root + file, 'utf8'))] as const);
    expect(Object.fromEntries(found.filter(([, words]) => words.length > 0))).toEqual({});
  });

  it.each([
    ['open BIGINT AS (id) PERSISTENT', 'PERSISTENT: say STORED'],
    ['ORDER BY MD5(id)', 'MD5() and SHA1(): say SHA2()'],
    ['FROM seq_1_to_100', 'a sequence table: say numbers(from, to)'],
    ["doc->>'$.a'", '->>: say JSON_VALUE()'],
    ['JOIN collection_case lead ON', 'a name that MySQL keeps for itself: take another'],
    ['EXPLAIN SELECT 1', 'EXPLAIN as it comes: say planOf()'],
  ])('would find "%s"', (text, word) => {
    expect(wordsIn(text)).toEqual([word]);
  });
});
