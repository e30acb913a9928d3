import type { Announcement } from '../../../contract/supervision/announcements';
import type { Page } from '../../../contract/shared/page';

export const ROTATION_MS = 10_000;
const LINE_LENGTH = 50;
const COUNT_SHOWN = 99;

/** The bar's line: 50 characters, and an ellipsis when there were more. */
export function cutLine(text: string): string {
  const characters = [...text.trim()];
  return characters.length > LINE_LENGTH ? `${characters.slice(0, LINE_LENGTH).join('')}…` : text.trim();
}

export function shownCount(unread: number): string {
  return unread > COUNT_SHOWN ? `${COUNT_SHOWN}+` : String(unread);
}

/** The unread once this one was read. */
export function withoutRead(unread: Page<Announcement>, msgId: number): Page<Announcement> {
  const result = unread.result.filter((row) => row.msgId !== msgId);
  return { result, totalCount: unread.totalCount - (unread.result.length - result.length) };
}

/** True when everything loaded was read and the server has more. */
export function isExhausted({ result, totalCount }: Page<Announcement>): boolean {
  return result.length === 0 && totalCount > 0;
}

/** The dialog's pages with those that have come since behind them. What was read stays, for one may go back. */
export function withNewPages(
  pages: readonly Announcement[],
  unread: Page<Announcement> | undefined,
): readonly Announcement[] {
  const known = new Set(pages.map((page) => page.msgId));
  const added = unread?.result.filter((row) => !known.has(row.msgId)) ?? [];
  return added.length === 0 ? pages : [...pages, ...added];
}

/** How many pages there are, with the unread that are not loaded yet. */
export function pageCount(pages: readonly Announcement[], unread: Page<Announcement> | undefined): number {
  return pages.length + (unread ? Math.max(0, unread.totalCount - unread.result.length) : 0);
}
