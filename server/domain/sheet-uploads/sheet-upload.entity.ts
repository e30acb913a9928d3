import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { SheetKind } from '../../../contract/administration/sheet-uploads.js';
import { Count, Hash, Ref, Text, Time } from '../../platform/db/columns.js';

/** A workbook of users or softphones: read, shown, and applied by a confirmation. */
@Entity('sheet_upload')
@Index('sheet_upload_digest', ['uploadedBy', 'digest'])
@Index('sheet_upload_newest', ['kind', 'uploadedAt', 'id', 'uploadedBy'])
@Index('sheet_upload_person', ['uploadedBy', 'uploadedAt'])
@Index('sheet_upload_status', ['status', 'uploadedAt'])
export class SheetUpload {
  @PrimaryColumn({ type: 'bigint' })
  id!: number;

  @Text(16)
  kind!: SheetKind;

  @Ref({ of: 'institution' })
  institutionId!: number;

  @Ref({ of: 'user' })
  uploadedBy!: number;

  /** Scope of the people and places it may name: the sender's rights as they were then. */
  @Column({ type: 'mediumtext' })
  scope!: string;

  @Text(200)
  fileName!: string;

  @Hash(32)
  digest!: Buffer;

  /** Sealed, until it is read: it may hold passwords of softphones. */
  @Column({ type: 'longblob', nullable: true })
  fileEnc!: Buffer | null;

  @Text(12)
  status!: string;

  @Text(64, { nullable: true })
  failure!: string | null;

  @Count({ default: 0 })
  created!: number;

  @Count({ default: 0 })
  changed!: number;

  @Count({ default: 0 })
  same!: number;

  @Count({ default: 0 })
  refusedRows!: number;

  @Count({ default: 0 })
  refused!: number;

  /** Hash of an unknown password of the users it made: finds those without a password of their own. */
  @Text(255, { nullable: true })
  madeHash!: string | null;

  @Time()
  uploadedAt!: Date;

  @Time({ nullable: true })
  finishedAt!: Date | null;
}
