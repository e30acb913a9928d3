import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/db/database.js';
import {
  besides,
  BLOCK,
  Edge,
  KEPT_LEVEL,
  leafOf,
  pathOf,
  peaksOf,
  rootOf,
  type Node,
  type Subtree,
} from '../../domain/seals/tree.rules.js';
import {
  NEWEST_BLOCK,
  NODES,
  nodesNamed,
  SEALS_BETWEEN,
  sealsIn,
  storeNodes,
} from '../../domain/seals/tree.sql.js';

/** Seals read at once, in whole blocks. */
const BATCH_BLOCKS = 160;
/** Nodes, and blocks, that one statement reads. */
const NAMED_AT_ONCE = 500;
const BLOCKS_AT_ONCE = 100;
/** Paths that are made before others have their turn. */
const PATHS_AT_ONCE = 100;

const blockOf = ({ level, place }: Subtree) => Math.floor((place * 2 ** level) / BLOCK);
const keyOf = ({ level, place }: Subtree) => `${level} ${place}`;

/** The tree over a chain's seals: its signed root proves a row without the rows of others. Leaf 0 is the seal of seq 1. */
@Injectable()
export class SealTreeService {
  constructor(private readonly database: Database) {}

  /** The root over the first `size` seals; keeps the nodes that they complete. @returns null of an empty tree */
  async root(stream: string, size: number): Promise<Buffer | null> {
    const blocks = Math.floor(size / BLOCK);
    const edge = await this.grown(stream, blocks);
    const rest = await this.leaves(stream, blocks * BLOCK, size);
    return edge.root(rest.length > 0 ? rootOf(rest) : null);
  }

  /**
   * The paths from each of the leaves to the root of the tree of `size`, in their order. Every leaf is below `size`, and of
   * that size there was a root.
   */
  async paths(stream: string, leaves: readonly number[], size: number): Promise<Buffer[][]> {
    const paths: Buffer[][] = [];
    for (let at = 0; at < leaves.length; at += PATHS_AT_ONCE)
      paths.push(...(await this.somePaths(stream, leaves.slice(at, at + PATHS_AT_ONCE), size)));
    return paths;
  }

  private async somePaths(stream: string, leaves: readonly number[], size: number): Promise<Buffer[][]> {
    const needed = leaves.flatMap((leaf) => besides(leaf, size).flatMap(({ peaks }) => peaks));
    const hashes = await this.kept(
      stream,
      needed.filter(({ level }) => level >= KEPT_LEVEL),
    );
    const small = needed.filter(({ level }) => level < KEPT_LEVEL);
    const blocks = await this.blocks(stream, small.map(blockOf));
    const hashOf = (subtree: Subtree): Buffer => {
      const { level, place } = subtree;
      if (level >= KEPT_LEVEL) return hashes.get(keyOf(subtree))!;
      const from = (place * 2 ** level) % BLOCK;
      return rootOf(blocks.get(blockOf(subtree))!.slice(from, from + 2 ** level));
    };
    return leaves.map((leaf) => pathOf(leaf, size, hashOf));
  }

  /** The edge over so many whole blocks. Two that grow it at once write the same nodes. */
  private async grown(stream: string, blocks: number): Promise<Edge> {
    const [newest] = await this.database.rows<{ place: number }>({
      text: NEWEST_BLOCK,
      params: [stream, KEPT_LEVEL],
    });
    const known = Math.min(newest ? newest.place + 1 : 0, blocks);
    const peaks = peaksOf(0, known).map(({ level, place }) => ({ level: level + KEPT_LEVEL, place }));
    const hashes = await this.kept(stream, peaks);
    const edge = new Edge(
      peaks.map((peak) => ({ ...peak, hash: hashes.get(keyOf(peak))! })),
      KEPT_LEVEL,
    );
    for (let at = known; at < blocks; at += BATCH_BLOCKS) {
      const upTo = Math.min(at + BATCH_BLOCKS, blocks);
      const leaves = await this.leaves(stream, at * BLOCK, upTo * BLOCK);
      const complete: Node[] = [];
      for (let from = 0; from < leaves.length; from += BLOCK)
        complete.push(...edge.add(rootOf(leaves.slice(from, from + BLOCK))));
      await this.database.run(storeNodes(stream, complete));
    }
    return edge;
  }

  private async kept(stream: string, wanted: readonly Subtree[]): Promise<Map<string, Buffer>> {
    const hashes = new Map<string, Buffer>();
    const missing = [...new Map(wanted.map((subtree) => [keyOf(subtree), subtree])).values()];
    for (let at = 0; at < missing.length; at += NAMED_AT_ONCE) {
      const named = nodesNamed(missing.slice(at, at + NAMED_AT_ONCE));
      const rows = await this.database.readTogether<[Node]>({
        text: `${NODES} ${named.text}`,
        params: [stream, ...named.params],
      });
      for (const node of rows[0]) hashes.set(keyOf(node), node.hash);
    }
    return hashes;
  }

  /** The leaves of each block, as far as there are seals. */
  private async blocks(stream: string, wanted: readonly number[]): Promise<Map<number, Buffer[]>> {
    const blocks = new Map<number, Buffer[]>();
    const missing = [...new Set(wanted)];
    for (let at = 0; at < missing.length; at += BLOCKS_AT_ONCE) {
      const ranges = missing
        .slice(at, at + BLOCKS_AT_ONCE)
        .map((block) => [block * BLOCK + 1, (block + 1) * BLOCK]);
      const rows = await this.database.readTogether<[{ seq: number; hash: Buffer }]>(sealsIn(stream, ranges));
      for (const { seq, hash } of rows[0]) {
        const block = Math.floor((seq - 1) / BLOCK);
        const leaves = blocks.get(block) ?? [];
        leaves.push(leafOf(hash));
        blocks.set(block, leaves);
      }
    }
    return blocks;
  }

  /** From the leaf `from` to before `to`, as far as there are seals. */
  private async leaves(stream: string, from: number, to: number): Promise<Buffer[]> {
    if (from === to) return [];
    const rows = await this.database.rows<{ hash: Buffer }>({
      text: SEALS_BETWEEN,
      params: [stream, from + 1, to],
    });
    return rows.map(({ hash }) => leafOf(hash));
  }
}
