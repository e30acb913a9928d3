import { describe, expect, it } from '@jest/globals';
import type { Announcement } from '../../../contract/supervision/announcements.js';
import {
  cutLine,
  isExhausted,
  pageCount,
  shownCount,
  withNewPages,
  withoutRead,
} from '../../../client/features/announcements/unread.js';

const announcement = (msgId: number): Announcement => ({
  msgId,
  name: 'N',
  idNo: null,
  irregularities: 'I',
  processResult: 'P',
  base64Image: null,
  content: 'C',
});
const unread = (totalCount: number, ...numbers: number[]) => ({
  result: numbers.map(announcement),
  totalCount,
});
const numbers = (pages: readonly Announcement[]) => pages.map((page) => page.msgId);

describe("the bar's line", () => {
  it('has 50 characters, and an ellipsis when there were more', () => {
    expect(cutLine('a'.repeat(50))).toBe('a'.repeat(50));
    expect(cutLine('a'.repeat(51))).toBe(`${'a'.repeat(50)}…`);
    expect(cutLine('  short ')).toBe('short');
  });

  it('never cuts a character in two', () => {
    expect(cutLine('违'.repeat(51))).toBe(`${'违'.repeat(50)}…`);
    expect(cutLine('😀'.repeat(51))).toBe(`${'😀'.repeat(50)}…`);
  });

  it('counts to 99', () => {
    expect([1, 99, 100, 10_001].map(shownCount)).toEqual(['1', '99', '99+', '99+']);
  });
});

describe('what is unread', () => {
  it('shrinks by what was read, once', () => {
    const read = withoutRead(unread(12, 5, 4, 3), 4);
    expect(read).toEqual(unread(11, 5, 3));
    expect(withoutRead(read, 4)).toEqual(read);
  });

  it('is exhausted when the loaded ones are read and there are more', () => {
    expect(isExhausted(unread(2))).toBe(true);
    expect(isExhausted(unread(0))).toBe(false);
    expect(isExhausted(unread(3, 1))).toBe(false);
  });
});

describe("the dialog's pages", () => {
  it('stay when they are read, and those fetched later come behind them', () => {
    const first = withNewPages([], unread(4, 9, 8));
    expect(numbers(first)).toEqual([9, 8]);
    expect(withNewPages(first, unread(3, 8))).toBe(first);
    expect(withNewPages(first, undefined)).toBe(first);
    expect(numbers(withNewPages(first, unread(3, 10, 8, 7)))).toEqual([9, 8, 10, 7]);
  });

  it('are numbered out of all, loaded or not, while they are read one by one', () => {
    let left = unread(12, ...Array.from({ length: 10 }, (_, index) => 100 - index));
    let pages = withNewPages([], left);
    const totals: number[] = [];
    for (const { msgId } of pages) {
      totals.push(pageCount(pages, left));
      left = withoutRead(left, msgId);
    }
    expect(isExhausted(left)).toBe(true);
    totals.push(pageCount(pages, left));
    left = unread(2, 90, 89);
    pages = withNewPages(pages, left);
    totals.push(pageCount(pages, left));
    expect(new Set(totals)).toEqual(new Set([12]));
    expect(pages).toHaveLength(12);
  });

  it('grow by what is published meanwhile', () => {
    const pages = withNewPages([], unread(1, 5));
    const pushed = unread(1, 6);
    const more = withNewPages(pages, pushed);
    expect([numbers(more), pageCount(more, pushed)]).toEqual([[5, 6], 2]);
  });
});
