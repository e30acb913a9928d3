import { JoinColumn, ManyToOne } from 'typeorm';
import { Ref, Time, Versioned } from '../../platform/db/columns.js';
import { User } from './user.entity.js';

/** A row that names who changed it last, and when. */
export abstract class Modified extends Versioned {
  @Ref({ nullable: true })
  updatedBy!: number | null;

  @ManyToOne(() => User, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'updated_by' })
  modifier?: User | null;

  @Time({ default: () => 'CURRENT_TIMESTAMP(3)' })
  updatedAt!: Date;
}
