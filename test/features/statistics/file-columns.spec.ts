import { parse } from 'csv-parse/sync';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it } from '@jest/globals';
import { LANGUAGES, type Language } from '../../../contract/codes.js';
import { casesCsv } from '../../../server/features/case-work/cases/list/cases.csv.js';
import { behavioursCsv, callsCsv } from '../../../server/features/monitoring/records.csv.js';
import { signInsCsv } from '../../../server/features/users/sign-ins.csv.js';
import { ranksCsv } from '../../../server/features/ranks/ranks.service.js';
import { statisticsCsv } from '../../../server/features/statistics/statistics.csv.js';
import { keysBelow, wordsIn } from '../../support/words.js';

const FILES: Record<string, (language: Language) => Readable> = {
  statistics: (language) => statisticsCsv(Readable.from([]), language),
  cases: (language) => casesCsv([], language),
  ranks: (language) => ranksCsv([], language),
  behaviours: (language) => behavioursCsv(none(), language),
  calls: (language) => callsCsv(none(), language),
  signIns: (language) => signInsCsv(none(), language),
};
/** Lists that stand on a screen of another name. */
const SCREENS: Record<string, string> = { behaviours: 'monitoring', calls: 'monitoring', signIns: 'logins' };
/** How many columns of a file the screen shows together, at most: "About" there is whose number, the number and what for. */
const TOGETHER: Record<string, number> = { behaviours: 3, signIns: 4 };

async function* none(): AsyncGenerator<never[]> {
  yield* [];
}

/** Column names on the screen. */
function shownNames(feature: string, language: Language): string[] {
  const words = wordsIn(language, feature);
  return keysBelow(words, 'column').map((name) => words[`column.${name}`]!);
}

it.each(Object.keys(FILES).flatMap((feature) => LANGUAGES.map((language) => [feature, language] as const)))(
  'a file of %s in %s names its columns as the screen does',
  async (feature, language) => {
    const [header] = parse(await text(FILES[feature]!(language)), { bom: true }) as string[][];
    const known = shownNames(SCREENS[feature] ?? feature, language);
    expect(header!.length).toBeGreaterThan(7);
    const unknown = header!.filter((name) => !known.includes(name));
    expect(unknown.length).toBeLessThanOrEqual(TOGETHER[feature] ?? 0);
  },
);
