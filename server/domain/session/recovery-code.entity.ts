import { Entity, PrimaryColumn } from 'typeorm';
import { Ref, Time } from '../../platform/db/columns.js';

/** Stands in for a code of a lost authenticator, once. */
@Entity('recovery_code')
export class RecoveryCode {
  @Ref({ of: 'user', primary: true })
  userId!: number;

  @PrimaryColumn({ type: 'binary', length: 32 })
  codeHash!: Buffer;

  @Time({ nullable: true })
  usedAt!: Date | null;
}
