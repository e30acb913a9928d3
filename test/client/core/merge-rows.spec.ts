import { describe, expect, it } from '@jest/globals';
import { mergeRows } from '../../../client/ui/data-grid/merge-rows.js';

interface Row {
  id: string;
  amount: number;
}
const rows = (...ids: string[]): Row[] => ids.map((id) => ({ id, amount: 1 }));
const merge = (shown: Row[], incoming: Row[]) => mergeRows(shown, incoming, (row) => row.id);

describe('a newer answer under the cursor', () => {
  it('changes values in place', () => {
    const { rows: shown, pending } = merge(rows('a', 'b'), [{ id: 'a', amount: 9 }, ...rows('b')]);
    expect(shown[0]?.amount).toBe(9);
    expect(pending).toBe(0);
  });

  it('never moves, adds or removes a row by itself', () => {
    const { rows: shown, gone, pending } = merge(rows('a', 'b', 'c'), rows('d', 'c', 'a'));
    expect(shown.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect([...gone]).toEqual(['b']);
    expect(pending).toBe(3);
  });

  it('counts one row that moved as one change', () => {
    expect(merge(rows('a', 'b', 'c', 'd'), rows('d', 'a', 'b', 'c')).pending).toBe(1);
  });

  it('counts what left and what filled its place', () => {
    expect(merge(rows('a', 'b', 'c'), rows('b', 'c', 'd')).pending).toBe(2);
  });
});
