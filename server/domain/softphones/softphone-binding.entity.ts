import { Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { Derived, Ref, Time } from '../../platform/db/columns.js';

/** An owner of a softphone over time. One binding of a softphone is open at the most. */
@Entity('softphone_binding')
@Index('softphone_binding_of', ['softphoneId', 'boundAt'])
@Index('softphone_binding_open', ['openSoftphone'], { unique: true })
@Index('softphone_binding_user', ['userId', 'boundAt'])
export class SoftphoneBinding {
  @PrimaryGeneratedColumn({ type: 'bigint' })
  id!: number;

  @Ref({ of: 'softphone' })
  softphoneId!: number;

  @Ref({ of: 'user' })
  userId!: number;

  @Time()
  boundAt!: Date;

  /** NULL: from before it was kept. */
  @Ref({ of: 'user', nullable: true })
  boundBy!: number | null;

  @Time({ nullable: true })
  unboundAt!: Date | null;

  /** NULL: the system. */
  @Ref({ of: 'user', nullable: true })
  unboundBy!: number | null;

  @Derived('bigint')
  openSoftphone!: number | null;
}
