import { describe, expect, it } from '@jest/globals';
import type { ScoreCard } from '../../../contract/team/boards.js';
import type { CaseRow } from '../../../contract/cases/cases.js';
import { changedCase } from '../../../client/features/cases/changed-case.js';
import {
  readCaseListQuery,
  writeCaseListQuery,
} from '../../../client/features/cases/list/case-list-query.js';
import { isNewer, patched } from '../../../client/lib/newer.js';
import { formatCounted, formatTotal } from '../../../client/lib/capped-count.js';
import {
  formatMoney,
  formatMoneyShort,
  formatRate,
  formatSpan,
  formatStamp,
} from '../../../client/lib/format.js';

const search = (text: string) => new URLSearchParams(text);

describe("the list's address", () => {
  it('says the whole question', () => {
    const query = readCaseListQuery(search('borrowerName=ana&group=promised&sort=amount&order=asc&page=3'));
    expect(query).toMatchObject({
      borrowerName: 'ana',
      group: 'promised',
      sort: 'amount',
      order: 'asc',
      page: 3,
      size: 15,
    });
  });

  it('is read with care', () => {
    expect(readCaseListQuery(search('borrowerId=x&group=mine&sort=password&page=-2'))).toMatchObject({
      borrowerId: undefined,
      group: undefined,
      sort: undefined,
      page: 1,
    });
  });

  it('begins a new question at its first page', () => {
    expect(writeCaseListQuery(search('page=4&group=promised'), { borrowerName: 'ana' }).toString()).toBe(
      'group=promised&borrowerName=ana',
    );
    expect(writeCaseListQuery(search('group=promised'), { page: 2 }).toString()).toBe(
      'group=promised&page=2',
    );
  });
});

describe('what is pushed', () => {
  const row = { id: 5, amount: 100, version: 3, borrowerName: 'Ana' } as CaseRow;

  it('changes its own row, and only when it is newer', () => {
    const pushed = { ...row, amount: 50, version: 4 };
    expect(changedCase(row, { caseId: 5, row: pushed }).amount).toBe(50);
    expect(changedCase(row, { caseId: 6, row: pushed })).toBe(row);
    expect(changedCase(row, { caseId: 5, row: { ...pushed, version: 3 } })).toBe(row);
  });

  it('replaces a card by a later version or a later day', () => {
    const card = { collectorId: 7, day: '2026-11-21', version: 5 } as ScoreCard;
    expect(isNewer({ ...card, version: 6 }, card)).toBe(true);
    expect(isNewer({ ...card, version: 5 }, card)).toBe(false);
    expect(isNewer({ ...card, day: '2026-11-22', version: 1 }, card)).toBe(true);
    expect(isNewer({ ...card, day: '2026-11-20', version: 9 }, card)).toBe(false);
    expect(patched(card, { ...card, day: '2026-11-20', version: 9 })).toBe(card);
  });
});

describe('figures', () => {
  it.each(['cn', 'en', 'es'] as const)('are pesos with two decimals in %s', (language) => {
    expect(formatMoney(431000, language)).toBe('$4,310.00');
  });

  it.each([
    ['cn', '$8072', '$33.1万'],
    ['en', '$8.1K', '$331.2K'],
  ] as const)('of money on a card fit it in %s', (language, thousands, more) => {
    expect(formatMoneyShort(807_150, language)).toBe(thousands);
    expect(formatMoneyShort(33_123_400, language)).toBe(more);
  });

  it('show a missing rate as a dash', () => {
    expect([null, 0.126, 0.15].map((rate) => formatRate(rate, 'en'))).toEqual(['—', '12.6%', '15.0%']);
  });

  it('say with its units how long something took', () => {
    const spans = [0, 15, 316, 3_600, 18_960].map((seconds) => formatSpan(seconds, 'es'));
    expect(spans).toEqual(['0 min', '15 s', '5 min', '1 h 0 min', '5 h 16 min']);
    expect(formatSpan(18_960, 'cn')).toBe('5小时 16分钟');
  });

  it('say how many there are, as far as they were counted', () => {
    const counts = [10_000, 10_001, 59_999];
    expect(counts.map((count) => formatTotal(count, 'en'))).toEqual(['10,000', '10,000+', '10,000+']);
    expect(counts.map((count) => formatCounted(count, 'en'))).toEqual(['10,000', '10,000+', '59,999']);
  });

  it('show the collection log in Mexico time', () => {
    expect(formatStamp('2026-11-21T16:05:00Z', 'mexico')).toBe('2026-11-21 10:05');
  });
});
