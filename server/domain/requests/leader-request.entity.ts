import { Column, Entity, Index } from 'typeorm';
import type { RequestKind, RequestState } from '../../../contract/cases/requests.js';
import { Centavos, Ref, Sealed, Text, Time, Versioned } from '../../platform/db/columns.js';

/** A collector's wish that a leader decides. Its id is that of the record it came with. */
@Entity('leader_request')
@Index('leader_request_case', ['caseId', 'status'])
@Index('leader_request_status', ['status'])
export class LeaderRequest extends Versioned {
  @Text(8)
  kind!: RequestKind;

  @Ref({ of: 'collection_case' })
  caseId!: number;

  @Ref({ of: 'user' })
  requestedBy!: number;

  @Time()
  openedAt!: Date;

  /** The record that a request came with; its note is shown. */
  @Sealed(1300, { nullable: true })
  noteEnc!: Buffer | null;

  @Text(8, { default: 'OPEN' })
  status!: RequestState;

  @Sealed(1300, { nullable: true })
  reasonEnc!: Buffer | null;

  @Ref({ of: 'user', nullable: true })
  decidedBy!: number | null;

  @Time({ nullable: true })
  decidedAt!: Date | null;

  /** The wish after a refusal: a later promise, or rules of the contact policy to be set aside. */
  @Centavos({ nullable: true })
  promiseAmount!: number | null;

  @Column({ type: 'date', nullable: true })
  promiseDate!: string | null;

  /** Names separated by commas. */
  @Text(200, { nullable: true })
  rules!: string | null;
}
