import { Entity, PrimaryColumn } from 'typeorm';
import { Ref, Text, Time } from '../../platform/db/columns.js';

/** A borrower who was told what the law asks for at a first contact. */
@Entity('first_contact')
export class FirstContact {
  @PrimaryColumn({ type: 'bigint' })
  borrowerId!: number;

  @Ref({ of: 'collection_log' })
  recordId!: number;

  @Ref({ of: 'phone_call' })
  callId!: number;

  @Ref({ of: 'user' })
  collectorId!: number;

  /** institution:version of the script; null: no level has words of its own. */
  @Text(40, { nullable: true })
  scriptVersion!: string | null;

  @Time()
  at!: Date;
}
