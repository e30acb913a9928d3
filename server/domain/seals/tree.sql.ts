import type { Statement } from '../../platform/db/sql.js';
import type { Node, Subtree } from './tree.rules.js';

/** Parameters: the stream, the level. */
export const NEWEST_BLOCK =
  'SELECT place FROM seal_node WHERE stream = ? AND level = ? ORDER BY place DESC LIMIT 1';

/** Parameters: the stream, the first and the last link. */
export const SEALS_BETWEEN = 'SELECT hash FROM seal WHERE stream = ? AND seq BETWEEN ? AND ? ORDER BY seq';

/** By links. */
export const sealsIn = (stream: string, ranges: readonly (readonly number[])[]): Statement => ({
  text: `SELECT seq, hash FROM seal WHERE stream = ? AND (${ranges.map(() => 'seq BETWEEN ? AND ?').join(' OR ')}) ORDER BY seq`,
  params: [stream, ...ranges.flat()],
});

/** Parameter: the stream; {@link nodesNamed} follows. */
export const NODES = 'SELECT level, place, hash FROM seal_node WHERE stream = ? AND';

export const nodesNamed = (subtrees: readonly Subtree[]): Statement => ({
  text: `(level, place) IN (${subtrees.map(() => '(?, ?)').join(', ')})`,
  params: subtrees.flatMap(({ level, place }) => [level, place]),
});

/** Whoever comes second finds the same nodes. */
export const storeNodes = (stream: string, nodes: readonly Node[]): Statement => ({
  text: `INSERT IGNORE INTO seal_node (stream, level, place, hash) VALUES ${nodes.map(() => '(?, ?, ?, ?)').join(', ')}`,
  params: nodes.flatMap(({ level, place, hash }) => [stream, level, place, hash]),
});
