import { Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { SetupStep } from '../../../contract/administration/setup.js';
import { Ref, Text, Time } from '../../platform/db/columns.js';
import { User } from '../users/user.entity.js';

/** A step of the check list that an institution does not need. */
@Entity('setup_skip')
export class SetupSkip {
  @Ref({ of: 'institution', primary: true })
  institutionId!: number;

  @PrimaryColumn({ type: 'varchar', length: 20 })
  step!: SetupStep;

  @Text(200)
  reason!: string;

  @Ref({ nullable: true })
  skippedBy!: number | null;

  @ManyToOne(() => User, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'skipped_by' })
  skipper?: User | null;

  @Time()
  skippedAt!: Date;
}
