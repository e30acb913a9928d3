import type { ScoreCard } from '../../../contract/boards';

/** True when a pushed card may replace the one on screen: the same collector's, of a later day or a later version. */
export function isNewer(pushed: ScoreCard, shown: ScoreCard): boolean {
  if (pushed.collectorId !== shown.collectorId) return false;
  if (pushed.day !== shown.day) return pushed.day > shown.day;
  return pushed.version > shown.version;
}
