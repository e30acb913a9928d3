import { Entity, PrimaryColumn } from 'typeorm';
import { Hash } from '../../platform/db/columns.js';

/** An inner node of the tree over a chain's seals; `level` 5 is over 32 of them. */
@Entity('seal_node')
export class SealNode {
  @PrimaryColumn({ type: 'varchar', length: 8 })
  stream!: string;

  @PrimaryColumn({ type: 'tinyint' })
  level!: number;

  @PrimaryColumn({ type: 'bigint' })
  place!: number;

  @Hash(32)
  hash!: Buffer;
}
