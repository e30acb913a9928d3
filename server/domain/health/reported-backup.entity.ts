import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Time } from '../../platform/db/columns.js';

/** The last backup that the lender's own tools reported: one row. */
@Entity('reported_backup')
export class ReportedBackup {
  @PrimaryColumn({ type: 'tinyint' })
  id!: number;

  /** By the clock of the machine that made it. */
  @Time()
  made!: Date;

  /** Whether it could be read back and was right; null: nobody has looked. */
  @Column({ type: Boolean, nullable: true })
  checked!: boolean | null;
}
