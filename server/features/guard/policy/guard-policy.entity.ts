import { Entity } from 'typeorm';
import type { GuardPolicy as Document } from '../../../../contract/guard.js';
import { Count, InstitutionVersion, Json, Ref, Text, Time } from '../../../platform/db/columns.js';

@Entity('guard_policy')
export class GuardPolicy extends InstitutionVersion {
  @Json()
  document!: Document;

  @Text(200)
  note!: string;

  /** The version that this one brought back; 0 is the default. */
  @Count({ nullable: true })
  reverts!: number | null;

  @Ref()
  createdBy!: number;

  @Time()
  createdAt!: Date;
}
