import { Column, Entity, Index, JoinColumn, ManyToOne } from 'typeorm';
import type { Role } from '../../../contract/codes.js';
import type { LivenessMode } from '../../../contract/liveness.js';
import { Flag, Json, Ref, Secret, Text, Time, Versioned } from '../../platform/db/columns.js';
import { Group } from '../groups/group.entity.js';
import { Institution } from '../institutions/institution.entity.js';
import { Queue } from '../queues/queue.entity.js';

/** A person of the lender who signs in. */
@Entity('user')
@Index('user_group', ['groupId', 'role'])
@Index('user_queue', ['queueId', 'enabled'])
@Index('user_institution', ['institutionId', 'role'])
@Index('user_name', ['name'])
@Index('user_created', ['createdAt'])
@Index('user_updated', ['updatedAt'])
export class User extends Versioned {
  @Secret()
  @Index('username', { unique: true })
  @Text(64)
  username!: string;

  @Secret()
  @Text(80)
  name!: string;

  /** Codes to choose a password go there. */
  @Secret()
  @Text(254, { nullable: true })
  email!: string | null;

  @Text(16)
  role!: Role;

  @Ref()
  institutionId!: number;

  @ManyToOne(() => Institution, { createForeignKeyConstraints: false })
  institution?: Institution;

  @Ref({ nullable: true })
  groupId!: number | null;

  @ManyToOne(() => Group, { createForeignKeyConstraints: false })
  group?: Group | null;

  @Ref({ nullable: true })
  queueId!: number | null;

  @ManyToOne(() => Queue, { createForeignKeyConstraints: false })
  queue?: Queue | null;

  /** Selected only by queries that name it. */
  @Secret()
  @Text(255, { select: false })
  passwordHash!: string;

  @Flag(true)
  enabled!: boolean;

  @Flag(true)
  ranked!: boolean;

  @Flag(false)
  autoDial!: boolean;

  @Flag(false)
  longAging!: boolean;

  @Flag(false)
  ptpRole!: boolean;

  @Flag(true)
  showAnnouncement!: boolean;

  /** The channels that may be written to, separated by commas. */
  @Text(64, { default: 'SMS' })
  channels!: string;

  /** NONE, PAGE, CAMERA: how the face is shown after the password. */
  @Text(8, { default: 'NONE' })
  liveness!: LivenessMode;

  /** The filters of the cases that the person is handed; null: open. */
  @Json({ nullable: true })
  products!: string[] | null;

  @Json({ nullable: true })
  loanTypes!: number[] | null;

  @Json({ nullable: true })
  appSystems!: string[] | null;

  @Text(60, { nullable: true })
  affiliatedSystem!: string | null;

  @Flag(false)
  autoReborrow!: boolean;

  /** Since when the person has done this work; null: since the account was made. */
  @Column({ type: 'date', nullable: true })
  tenureFrom!: string | null;

  @Column({ type: 'binary', length: 16, nullable: true, select: false })
  idCardHash!: Buffer | null;

  /** Sealed form of the same text: the index cannot be made anew without it. */
  @Secret()
  @Column({ type: 'varbinary', length: 96, nullable: true, select: false })
  idCardEnc!: Buffer | null;

  /** The one that is shown: the person's own choice, or an administrator's. */
  @Text(128, { nullable: true })
  picture!: string | null;

  /** The one that a face is compared with: an administrator's choice. It may be the same file. */
  @Text(128, { nullable: true, select: false })
  referencePicture!: string | null;

  @Ref({ nullable: true })
  createdBy!: number | null;

  @ManyToOne(() => User, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'created_by' })
  creator?: User | null;

  @Ref({ nullable: true })
  updatedBy!: number | null;

  @ManyToOne(() => User, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'updated_by' })
  modifier?: User | null;

  @Time()
  createdAt!: Date;

  @Time()
  updatedAt!: Date;

  /** An administrator ended a lock: failures before it count no longer. */
  @Time({ nullable: true })
  unlockedAt!: Date | null;
}
