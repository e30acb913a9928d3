import { Column, Entity, Index, JoinColumn, ManyToOne } from 'typeorm';
import { Flag, Ref, Text, Time, Versioned } from '../../platform/db/columns.js';
import { Institution } from '../institutions/institution.entity.js';
import { User } from '../users/user.entity.js';

/** Questions that inspectors answer about a call, and how many calls are drawn. Each version's questions are kept beside it. */
@Entity('quality_sheet')
@Index('quality_sheet_institution', ['institutionId'])
export class QualitySheet extends Versioned {
  @Ref()
  institutionId!: number;

  @ManyToOne(() => Institution, { createForeignKeyConstraints: false })
  institution?: Institution;

  @Text(80)
  name!: string;

  /** A line each. */
  @Column({ type: 'text' })
  questions!: string;

  @Column({ type: 'int' })
  perDay!: number;

  @Column({ type: 'int' })
  minSeconds!: number;

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
