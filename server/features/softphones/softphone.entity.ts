import { Column, Entity, Index } from 'typeorm';
import { Ref, Text, Time, Versioned } from '../../platform/db/columns.js';

/** An extension has one owner, and a person one extension. */
@Entity('softphone')
@Index('softphone_extension', ['supplier', 'extensionNumber'], { unique: true })
@Index('softphone_institution', ['institutionId', 'status'])
export class Softphone extends Versioned {
  @Ref()
  institutionId!: number;

  @Text(40)
  supplier!: string;

  @Text(32)
  extensionNumber!: string;

  @Column({ type: 'varbinary', length: 255, select: false })
  passwordEnc!: Buffer;

  @Index('owner_id', { unique: true })
  @Ref({ nullable: true })
  ownerId!: number | null;

  /** ENABLED, DISABLED */
  @Text(16, { default: 'ENABLED' })
  status!: string;

  @Time({ nullable: true })
  boundAt!: Date | null;

  @Time({ nullable: true })
  unboundAt!: Date | null;

  @Time()
  createdAt!: Date;

  @Time()
  updatedAt!: Date;
}
