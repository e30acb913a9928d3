import { Entity, Index, JoinColumn, ManyToOne } from 'typeorm';
import { Flag, Ref, Text, Time, Versioned } from '../../platform/db/columns.js';
import { User } from '../users/user.entity.js';

/** A cause of the regulator's, under which complaints are reported. All institutions have the same. */
@Entity('complaint_cause')
@Index('complaint_cause_name', ['name'], { unique: true })
export class ComplaintCause extends Versioned {
  /** The regulator's key. */
  @Text(16, { nullable: true })
  code!: string | null;

  @Text(120)
  name!: string;

  /** The document with which somebody compared it; null: nobody has. */
  @Text(200, { nullable: true })
  legalSource!: string | null;

  @Flag(true)
  enabled!: boolean;

  @Ref({ nullable: true })
  updatedBy!: number | null;

  @ManyToOne(() => User, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'updated_by' })
  modifier?: User | null;

  @Time({ default: () => 'CURRENT_TIMESTAMP(3)' })
  updatedAt!: Date;
}
