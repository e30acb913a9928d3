import type { UIMatch } from 'react-router';

/** A route's parameters, as ROUTES declares them. */
export interface RouteHandle {
  narrows: readonly string[];
  /** The same for all paths of one page. */
  screen: number;
}

/**
 * One thing, one page: another id in the address is another key, under which React mounts the page anew. Nothing that belongs
 * to the thing shown before (a player, a mark, half a form) can then stand beside the name of the next.
 */
export function pageKey(match: Pick<UIMatch, 'params' | 'handle'> | undefined): string {
  const { narrows = [] } = (match?.handle ?? {}) as Partial<RouteHandle>;
  const subject = Object.entries(match?.params ?? {}).filter(([name]) => !narrows.includes(name));
  return JSON.stringify(subject);
}
