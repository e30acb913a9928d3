import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Count, Ref, Text, Time } from '../../../platform/db/columns.js';

/** A workbook with a roster. */
@Entity('schedule_upload')
@Index('schedule_upload_newest', ['uploadedAt', 'id', 'uploadedBy'])
@Index('schedule_upload_person', ['uploadedBy', 'uploadedAt'])
export class ScheduleUpload {
  @PrimaryColumn({ type: 'bigint' })
  id!: number;

  @Ref({ of: 'institution' })
  institutionId!: number;

  @Ref({ of: 'user' })
  uploadedBy!: number;

  /** Scope of the people and queues it may name: the sender's rights as they were then. */
  @Column({ type: 'mediumtext' })
  scope!: string;

  @Text(200)
  fileName!: string;

  /** Until it is read. */
  @Column({ type: 'longblob', nullable: true })
  file!: Buffer | null;

  /** The file of a refused upload, until the reader's sweep forgets it. */
  @Column({ type: 'longblob', nullable: true })
  refusedFile!: Buffer | null;

  @Text(12)
  status!: string;

  @Text(64, { nullable: true })
  failure!: string | null;

  @Count({ default: 0 })
  planRows!: number;

  @Count({ default: 0 })
  peopleRows!: number;

  /** Rows that said something else than what stood. */
  @Count({ default: 0 })
  changedRows!: number;

  /** Rows that it changed as JSON of WrittenRows, while it may be taken back. */
  @Column({ type: 'longtext', nullable: true })
  written!: string | null;

  @Count({ default: 0 })
  refused!: number;

  @Time()
  uploadedAt!: Date;

  @Time({ nullable: true })
  finishedAt!: Date | null;

  @Time({ nullable: true })
  undoneAt!: Date | null;

  /** The span of an applied roster. */
  @Column({ type: 'date', nullable: true })
  firstDay!: string | null;

  @Column({ type: 'date', nullable: true })
  lastDay!: string | null;
}
