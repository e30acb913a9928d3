import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { besides, Edge, leafOf, pathOf, rootBy, rootOf } from '../../../server/domain/seals/tree.rules.js';

const sha = (...parts: Uint8Array[]) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** RFC 6962, 2.1, as it stands there. */
function treeHash(seals: readonly Buffer[]): Buffer {
  if (seals.length === 1) return sha(Uint8Array.of(0), seals[0]!);
  let middle = 1;
  while (middle * 2 < seals.length) middle *= 2;
  return sha(Uint8Array.of(1), treeHash(seals.slice(0, middle)), treeHash(seals.slice(middle)));
}

const seals = Array.from({ length: 300 }, () => randomBytes(32));

describe('the tree over a chain', () => {
  it('is that of RFC 6962 at every size, and a path leads from each leaf to its root', () => {
    const edge = new Edge();
    const nodes = new Map<string, Buffer>();
    for (const [index, seal] of seals.entries()) {
      for (const { level, place, hash } of edge.add(leafOf(seal))) nodes.set(`${level} ${place}`, hash);
      const size = index + 1;
      const root = treeHash(seals.slice(0, size));
      expect(edge.root()).toEqual(root);
      expect(rootOf(seals.slice(0, size).map(leafOf))).toEqual(root);
      for (const leaf of new Set([0, Math.floor(index / 3), index])) {
        const path = pathOf(leaf, size, ({ level, place }) => nodes.get(`${level} ${place}`)!);
        expect(rootBy(seals[leaf]!, leaf, size, path)).toEqual(root);
      }
    }
  });

  it('has no root without a leaf', () => {
    expect(new Edge().root()).toBeNull();
  });

  it('leads nowhere by the path of another leaf, of another size, or too short', () => {
    const size = 100;
    const hashOf = ({ level, place }: { level: number; place: number }) =>
      rootOf(seals.slice(place * 2 ** level, (place + 1) * 2 ** level).map(leafOf));
    const root = treeHash(seals.slice(0, size));
    const path = pathOf(37, size, hashOf);
    expect(rootBy(seals[37]!, 37, size, path)).toEqual(root);
    expect(rootBy(seals[37]!, 36, size, path)).not.toEqual(root);
    expect(rootBy(seals[36]!, 37, size, path)).not.toEqual(root);
    expect(rootBy(seals[37]!, 37, size, path.slice(1))).toBeNull();
    expect(rootBy(seals[37]!, size, size, path)).toBeNull();
  });

  it('names subtrees of a chain that no 32 bits count', () => {
    const steps = besides(2 ** 40, 2 ** 40 + 3);
    expect(steps.map(({ peaks }) => peaks)).toEqual([
      [{ level: 0, place: 2 ** 40 + 1 }],
      [{ level: 0, place: 2 ** 40 + 2 }],
      [{ level: 40, place: 0 }],
    ]);
  });
});
