import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { ExportStatus } from '../../../contract/administration/exports.js';
import { Count, Derived, Ref, Text, Time } from '../db/columns.js';

/** A list that was too large for an answer: written by a job, fetched until it expires. */
@Entity('export_file')
@Index('export_file_expiry', ['expiresAt'])
@Index('export_file_newest', ['madeAt', 'id', 'userId'])
@Index('export_file_unwritten', ['unwritten', 'madeAt'])
@Index('export_file_user', ['userId', 'madeAt'])
export class ExportFile {
  @PrimaryColumn({ type: 'bigint' })
  id!: number;

  @Ref({ of: 'user' })
  userId!: number;

  @Text(16)
  list!: string;

  /** Without what was typed of a borrower; the question itself is sealed. */
  @Column({ type: 'json' })
  filter!: unknown;

  @Column({ type: 'blob' })
  questionEnc!: Buffer;

  @Text(2)
  language!: string;

  @Text(8)
  status!: ExportStatus;

  /** Taken from the quota; once READY, those in the file. */
  @Count()
  rowCount!: number;

  @Count({ default: 0 })
  done!: number;

  /** Number of the attempt that writes it, and of a file that is READY. */
  @Text(64, { nullable: true })
  fileName!: string | null;

  /** Scope of its rows: a person whose scope is another one by then does not get it. */
  @Column({ type: 'char', length: 64, nullable: true })
  scope!: string | null;

  @Time()
  madeAt!: Date;

  @Time()
  expiresAt!: Date;

  /** Those that a job has still to write. */
  @Derived(Boolean)
  unwritten!: boolean | null;
}
