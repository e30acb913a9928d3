import { Column, Entity, Index, ManyToOne } from 'typeorm';
import { Flag, Ref, Text } from '../../platform/db/columns.js';
import { Institution } from '../institutions/institution.entity.js';
import { Modified } from '../users/modified.entity.js';

/** Questions that inspectors answer about a call, and how many calls are drawn. Each version's questions are kept beside it. */
@Entity('quality_sheet')
@Index('quality_sheet_institution', ['institutionId'])
export class QualitySheet extends Modified {
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
}
