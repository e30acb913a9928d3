import { Entity, Index, PrimaryColumn } from 'typeorm';
import { Count, Flag, Hash, Ref, Text, Time } from '../../platform/db/columns.js';

/** An attempt to sign in. */
@Entity('login_audit')
@Index('login_audit_address', ['address', 'at', 'id', 'institutionId', 'userId'])
@Index('login_audit_at', ['at', 'id', 'institutionId', 'userId'])
@Index('login_audit_institution', ['institutionId', 'at', 'id', 'userId'])
@Index('login_audit_result', ['result', 'at', 'id', 'institutionId', 'userId'])
@Index('login_audit_user', ['userId', 'at'])
@Index('login_audit_username', ['username', 'at', 'id', 'institutionId', 'userId'])
export class LoginAttempt {
  @PrimaryColumn({ type: 'bigint' })
  id!: number;

  @Ref({ of: 'user', nullable: true })
  userId!: number | null;

  @Text(64)
  username!: string;

  @Text(24)
  result!: string;

  @Text(45)
  address!: string;

  @Text(64, { nullable: true })
  gps!: string | null;

  @Text(128, { nullable: true })
  veins!: string | null;

  @Text(200, { nullable: true })
  userAgent!: string | null;

  @Text(16, { default: 'PASSWORD' })
  method!: string;

  @Time()
  at!: Date;

  /** PASSED, FAILED; null when none was asked for. */
  @Text(8, { nullable: true })
  liveness!: string | null;

  /** Its checks, and the institution they were charged to. */
  @Count({ default: 0 })
  liveChecks!: number;

  @Count({ default: 0 })
  faceChecks!: number;

  @Ref({ of: 'institution', nullable: true })
  institutionId!: number | null;

  @Hash(32, { nullable: true })
  browserHash!: Buffer | null;

  @Flag(false)
  known!: boolean;

  /** When its result last changed. */
  @Time({ nullable: true })
  outcomeAt!: Date | null;

  /** Its first result. */
  @Text(24, { nullable: true })
  begunAs!: string | null;

  /** Begins what is hashed into {@link personHash}, which says nothing without it. */
  @Hash(16, { nullable: true })
  salt!: Buffer | null;

  /** Hash of the claims that name the person, the place and the device; hex. */
  @Text(64, { nullable: true })
  personHash!: string | null;
}
