import { Entity, Index, PrimaryColumn } from 'typeorm';
import type { ImportKind, ImportRelease, ImportStatus } from '../../../contract/cases/imports.js';
import { Count, Hash, Ref, Text, Time } from '../../platform/db/columns.js';

/** An import of a loan book or a ledger file, with its counts. */
@Entity('import_run')
@Index('import_run_newest', ['startedAt', 'id', 'startedBy'])
@Index('import_run_person', ['startedBy', 'startedAt'])
export class ImportRun {
  @PrimaryColumn({ type: 'bigint' })
  id!: number;

  @Text(12)
  kind!: ImportKind;

  @Text(200)
  fileName!: string;

  @Hash(32)
  fileHash!: Buffer;

  @Text(12)
  status!: ImportStatus;

  /** A key of contract/errors.ts. */
  @Text(40, { nullable: true })
  failure!: string | null;

  @Count({ default: 0 })
  rowsRead!: number;

  @Count({ default: 0 })
  rowsKept!: number;

  @Count({ default: 0 })
  rowsUnchanged!: number;

  @Count({ default: 0 })
  rowsRefused!: number;

  @Count({ default: 0 })
  deviceContactsDropped!: number;

  @Ref({ of: 'user', nullable: true })
  startedBy!: number | null;

  @Time()
  startedAt!: Date;

  @Time({ nullable: true })
  finishedAt!: Date | null;

  /** A person has stopped it: the server that reads it looks here. */
  @Time({ nullable: true })
  cancelledAt!: Date | null;

  @Text(12, { default: 'RELEASED' })
  releaseState!: ImportRelease;

  /** Loan items that were taken back. */
  @Count({ default: 0 })
  takenBack!: number;
}
