import { Entity, Index, PrimaryColumn } from 'typeorm';
import { Count, Ref, Text, Time } from '../../platform/db/columns.js';

/** A file of a complaint. `file` names the sealed one. */
@Entity('complaint_attachment')
@Index('complaint_attachment_of', ['complaintId', 'id'])
export class ComplaintAttachment {
  @PrimaryColumn({ type: 'bigint' })
  id!: number;

  @Ref({ of: 'complaint' })
  complaintId!: number;

  @Text(64)
  file!: string;

  @Text(120)
  name!: string;

  @Text(40)
  contentType!: string;

  @Count()
  size!: number;

  @Ref({ of: 'user' })
  addedBy!: number;

  @Time()
  addedAt!: Date;
}
