import { Column, Entity, Index, JoinColumn, ManyToOne } from 'typeorm';
import type { SOFTPHONE_STATES } from '../../../contract/contact/softphones.js';
import { Ref, Text, Time, Versioned } from '../../platform/db/columns.js';
import { Institution } from '../institutions/institution.entity.js';
import { User } from '../users/user.entity.js';

/** A softphone has one owner, and a person one softphone. */
@Entity('softphone')
@Index('softphone_extension', ['supplier', 'extensionNumber'], { unique: true })
@Index('softphone_institution', ['institutionId', 'status'])
export class Softphone extends Versioned {
  @Ref()
  institutionId!: number;

  @ManyToOne(() => Institution, { createForeignKeyConstraints: false })
  institution?: Institution;

  @Text(40)
  supplier!: string;

  @Index('softphone_number')
  @Text(32)
  extensionNumber!: string;

  @Text(60, { nullable: true })
  provider!: string | null;

  /** The number that a callee is shown: dialling states it. */
  @Text(16, { nullable: true })
  callerNumber!: string | null;

  @Column({ type: 'varbinary', length: 255, select: false })
  passwordEnc!: Buffer;

  @Index('owner_id', { unique: true })
  @Ref({ nullable: true })
  ownerId!: number | null;

  @ManyToOne(() => User, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'owner_id' })
  owner?: User | null;

  @Text(16, { default: 'ENABLED' })
  status!: (typeof SOFTPHONE_STATES)[number];

  @Time({ nullable: true })
  boundAt!: Date | null;

  @Time({ nullable: true })
  unboundAt!: Date | null;

  @Time()
  createdAt!: Date;

  @Time()
  updatedAt!: Date;
}
