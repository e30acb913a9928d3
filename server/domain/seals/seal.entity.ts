import { Entity, Index, PrimaryColumn } from 'typeorm';
import { Hash, Ref } from '../../platform/db/columns.js';

/** A link of a chain over a stream of rows: only added, by the relay, in the transaction that empties the outbox. */
@Entity('seal')
@Index('seal_source', ['stream', 'sourceId'], { unique: true })
export class Seal {
  @PrimaryColumn({ type: 'varchar', length: 8 })
  stream!: string;

  @PrimaryColumn({ type: 'bigint' })
  seq!: number;

  /** The sealed row; of seq 0 the newest one of before. */
  @Ref({ of: 'domain_event' })
  sourceId!: number;

  @Hash(32)
  hash!: Buffer;
}
