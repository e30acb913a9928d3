import { parse } from 'csv-parse/sync';
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it } from '@jest/globals';
import { LANGUAGES, type Language } from '../../../contract/codes.js';
import { casesCsv } from '../../../server/features/case-work/cases/list/cases.csv.js';
import { behavioursCsv, callsCsv } from '../../../server/features/monitoring/records.csv.js';
import { ranksCsv } from '../../../server/features/ranks/ranks.service.js';
import { statisticsCsv } from '../../../server/features/statistics/statistics.csv.js';

const FILES: Record<string, (language: Language) => Readable> = {
  statistics: (language) => statisticsCsv(Readable.from([]), language),
  cases: (language) => casesCsv([], language),
  ranks: (language) => ranksCsv([], language),
  behaviours: (language) => behavioursCsv(none(), language),
  calls: (language) => callsCsv(none(), language),
};
/** Lists that stand on a screen of another name. */
const SCREENS: Record<string, string> = { behaviours: 'monitoring', calls: 'monitoring' };
/** How many columns of a file the screen shows together: "About" there is whose number, the number and what for. */
const TOGETHER: Record<string, number> = { behaviours: 3 };

async function* none(): AsyncGenerator<never[]> {
  yield* [];
}

/** Column names on the screen. */
function shownNames(feature: string, language: Language): string[] {
  const url = new URL(`../../../client/i18n/${language}/${feature}.json`, import.meta.url);
  return Object.values((JSON.parse(readFileSync(url, 'utf8')) as { column: Record<string, string> }).column);
}

it.each(Object.keys(FILES).flatMap((feature) => LANGUAGES.map((language) => [feature, language] as const)))(
  'a file of %s in %s names its columns as the screen does',
  async (feature, language) => {
    const [header] = parse(await text(FILES[feature]!(language)), { bom: true }) as string[][];
    const known = shownNames(SCREENS[feature] ?? feature, language);
    expect(header!.length).toBeGreaterThan(7);
    expect(header!.filter((name) => !known.includes(name))).toHaveLength(TOGETHER[feature] ?? 0);
  },
);
