import { Entity, JoinColumn, ManyToOne } from 'typeorm';
import { Count, InstitutionVersion, Ref, Time } from '../../../platform/db/columns.js';
import { User } from '../../users/user.entity.js';

/** A version of an institution's limits of messages. */
@Entity('message_limit')
export class MessageLimit extends InstitutionVersion {
  @Count()
  accountPerDay!: number;

  @Count()
  casePerDay!: number;

  @Count()
  gsm7Length!: number;

  @Count()
  ucs2Length!: number;

  @Count()
  segments!: number;

  @Ref()
  changedBy!: number;

  @ManyToOne(() => User, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'changed_by' })
  author?: User;

  @Time()
  changedAt!: Date;
}
