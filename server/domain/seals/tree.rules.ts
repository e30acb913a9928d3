import { createHash } from 'node:crypto';

/** A perfect subtree: of 2 ** level leaves, the `place`-th of its size from the left. */
export interface Subtree {
  level: number;
  place: number;
}
export type Node = Subtree & { hash: Buffer };

/** Subtrees from this level on are kept, a row for each 16 seals; the smaller ones are made of their seals when they are needed. */
export const KEPT_LEVEL = 5;
export const BLOCK = 2 ** KEPT_LEVEL;

const sha = (...parts: (Buffer | Uint8Array)[]) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const LEAF = Uint8Array.of(0);
const INNER = Uint8Array.of(1);

/** The tree is that of RFC 6962, 2.1: its leaves are the seals of a chain from the first on. */
export const leafOf = (seal: Buffer): Buffer => sha(LEAF, seal);
const above = (left: Buffer, right: Buffer) => sha(INNER, left, right);
/** Subtrees of falling size, as one. */
const folded = (hashes: readonly Buffer[]) => hashes.reduceRight((right, left) => above(left, right));

/** The right edge of a growing tree: the perfect subtrees that it is made of, the largest first. */
export class Edge {
  private readonly peaks: Node[];

  /** @param level of what is added: 0 for leaves */
  constructor(
    peaks: readonly Node[] = [],
    private readonly level = 0,
  ) {
    this.peaks = [...peaks];
  }

  /** @returns the subtrees that it completes, itself the first */
  add(hash: Buffer): Node[] {
    const left = this.peaks.at(-1);
    let node: Node = { level: this.level, place: this.nextPlace(left), hash };
    const complete = [node];
    for (let last = left; last?.level === node.level; last = this.peaks.at(-1)) {
      this.peaks.pop();
      node = { level: node.level + 1, place: Math.floor(node.place / 2), hash: above(last.hash, node.hash) };
      complete.push(node);
    }
    this.peaks.push(node);
    return complete;
  }

  /** @param rest root over leaves behind the edge, fewer than its smallest subtree has; @returns null of a tree without leaves */
  root(rest: Buffer | null = null): Buffer | null {
    const hashes = this.peaks.map(({ hash }) => hash);
    if (rest) hashes.push(rest);
    return hashes.length > 0 ? folded(hashes) : null;
  }

  private nextPlace(left: Node | undefined): number {
    return left ? (left.place + 1) * 2 ** (left.level - this.level) : 0;
  }
}

/** The root over at most {@link BLOCK} leaves, or over some of them that are a subtree. */
export function rootOf(leaves: readonly Buffer[]): Buffer {
  const edge = new Edge();
  for (const leaf of leaves) edge.add(leaf);
  return edge.root()!;
}

/** The perfect subtrees that the leaves from `from` to before `to` are made of; `from` is where one of that size begins. */
export function peaksOf(from: number, to: number): Subtree[] {
  const peaks: Subtree[] = [];
  for (let at = from; at < to;) {
    const level = Math.floor(Math.log2(to - at));
    peaks.push({ level, place: at / 2 ** level });
    at += 2 ** level;
  }
  return peaks;
}

/** The subtrees beside the way from a leaf to the root of a tree of `size`, from the leaf upwards. */
export function besides(leaf: number, size: number): { peaks: Subtree[]; isLeft: boolean }[] {
  const steps: { peaks: Subtree[]; isLeft: boolean }[] = [];
  for (let [from, to] = [0, size]; to - from > 1;) {
    const middle = from + 2 ** Math.ceil(Math.log2(to - from) - 1);
    if (leaf < middle) {
      steps.push({ peaks: peaksOf(middle, to), isLeft: false });
      to = middle;
    } else {
      steps.push({ peaks: peaksOf(from, middle), isLeft: true });
      from = middle;
    }
  }
  return steps.reverse();
}

/** @param hashOf a subtree that {@link besides} names */
export function pathOf(leaf: number, size: number, hashOf: (subtree: Subtree) => Buffer): Buffer[] {
  return besides(leaf, size).map(({ peaks }) => folded(peaks.map(hashOf)));
}

/** The root to which a path leads; null of a path that cannot be this leaf's. */
export function rootBy(seal: Buffer, leaf: number, size: number, path: readonly Buffer[]): Buffer | null {
  const steps = leaf < size ? besides(leaf, size) : [];
  if (leaf >= size || steps.length !== path.length) return null;
  return steps.reduce(
    (hash, { isLeft }, index) => (isLeft ? above(path[index]!, hash) : above(hash, path[index]!)),
    leafOf(seal),
  );
}
