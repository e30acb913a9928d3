import { expect, type Page } from '@playwright/test';

const SIZES = [
  { width: 1920, height: 1080 },
  { width: 1280, height: 800 },
];

/**
 * Runs in the page: what lies beyond the window, each figure of a grid that is cut or half under a pinned column, and each
 * primary button and stamp on which a notification would lie, or the line that says that the connection is lost.
 */
const MEASURE = `(() => {
  const { scrollHeight, scrollWidth } = document.documentElement;
  const found = new Set();
  if (scrollHeight !== innerHeight) found.add(scrollHeight + ' high in ' + innerHeight);
  if (scrollWidth !== innerWidth) found.add(scrollWidth + ' wide in ' + innerWidth);
  for (const cell of document.querySelectorAll('.ag-row .ag-cell.figure')) {
    const range = document.createRange();
    range.selectNodeContents(cell);
    const { left, right, top, bottom, width } = range.getBoundingClientRect();
    const y = (top + bottom) / 2;
    if (width === 0 || y < 0 || y > innerHeight) continue;
    const isSeen = (x) => cell.contains(document.elementFromPoint(x, y));
    const isHalf = isSeen(left + 1) !== isSeen(right - 1);
    if (isHalf || cell.scrollWidth > cell.clientWidth + 1)
      found.add('cut: ' + cell.getAttribute('col-id') + ' ' + cell.textContent);
  }
  const main = document.querySelector('.shell-main');
  const corner = main && { left: main.getBoundingClientRect().left, width: 424, height: 220 };
  for (const each of document.querySelectorAll('.shell-main :is(.button-primary, .board-stamp)')) {
    const { left, right, top, bottom, width } = each.getBoundingClientRect();
    const isSeen = width > 0 && top >= 0 && bottom <= innerHeight;
    if (corner && isSeen && bottom > innerHeight - corner.height && left < corner.left + corner.width)
      found.add('under a notification: ' + each.textContent);
  }
  return [...found];
})()`;

/** Nothing is beyond the window, and no figure is cut, at the sizes that people have. */
export async function expectFits(page: Page, place: string): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    const measured = expect
      .configure({ soft: true })
      .poll(() => page.evaluate<string[]>(MEASURE), `${place}, ${size.width}`);
    await measured.toEqual([]);
  }
}
