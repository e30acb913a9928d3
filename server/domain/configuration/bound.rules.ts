import { changesOf } from '../../platform/db/changes.js';

/**
 * Fields of a document that hold another value than the institution's own, each with the level that makes it so: the topmost
 * one that has the value itself, else the topmost one that differs.
 *
 * @param above the levels above, the topmost first
 */
export function boundBy<Level>(
  own: object,
  inForce: object,
  above: readonly Level[],
  documentOf: (level: Level) => object,
): { field: string; level: Level }[] {
  return Object.keys(changesOf(own, inForce)).flatMap((field) => {
    const differs = (level: Level, from: object) => field in changesOf(from, documentOf(level));
    const level = above.find((each) => !differs(each, inForce)) ?? above.find((each) => differs(each, own));
    return level ? [{ field, level }] : [];
  });
}
