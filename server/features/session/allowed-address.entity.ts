import { Entity, Index, PrimaryColumn } from 'typeorm';
import { Text, Time } from '../../platform/db/columns.js';

/** An address or network (203.0.113.0/24) that may sign in. Without any, all may. */
@Entity('ip_whitelist')
export class AllowedAddress {
  @PrimaryColumn({ type: 'bigint' })
  id!: number;

  @Index('entry', { unique: true })
  @Text(49)
  entry!: string;

  @Text(120, { default: '' })
  note!: string;

  @Time()
  createdAt!: Date;
}
