import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Flag, Hash, Ref, Text, Time } from '../../platform/db/columns.js';

/** A session; the token is kept nowhere. Redis holds the same one for the hot path. */
@Entity('user_session')
@Index('token_hash', ['tokenHash'], { unique: true })
@Index('user_session_kind', ['kind', 'endedAt', 'id', 'expiresAt', 'userId'])
@Index('user_session_user', ['userId', 'endedAt'])
export class UserSession {
  @PrimaryColumn({ type: 'bigint' })
  id!: number;

  @Hash(32)
  tokenHash!: Buffer;

  @Ref({ of: 'user' })
  userId!: number;

  @Text(16, { default: 'PERSON' })
  kind!: string;

  @Flag(false)
  pending!: boolean;

  @Time()
  createdAt!: Date;

  @Time()
  lastSeenAt!: Date;

  @Time()
  expiresAt!: Date;

  @Time({ nullable: true })
  endedAt!: Date | null;

  @Text(24, { nullable: true })
  endReason!: string | null;

  /** The sign-in that it began with. */
  @Ref({ of: 'login_audit', nullable: true })
  loginId!: number | null;

  @Column({ type: 'tinyint', default: 0 })
  faceFailures!: number;

  /** Opened by an activation code: pending, and good for choosing the password alone. */
  @Flag(false)
  choosing!: boolean;

  /** Pending until a code of the authenticator has come, or until there is one. */
  @Flag(false)
  codeOwed!: boolean;

  @Column({ type: 'tinyint', default: 0 })
  codeFailures!: number;

  /** Where it was opened; null: not by a sign-in. */
  @Text(45, { nullable: true })
  address!: string | null;

  @Text(60, { nullable: true })
  label!: string | null;

  @Time({ nullable: true })
  endsAt!: Date | null;
}
