import { Entity, Index } from 'typeorm';
import type { StopKind } from '../../../contract/contact/stops.js';
import { Derived, Ref, Sealed, Text, Time, Versioned } from '../../platform/db/columns.js';

/** All contacts of a collector, queue, template or institution, or by a number, stopped until two people lift it. */
@Entity('contact_stop')
@Index('contact_stop_live', ['live', 'kind', 'subjectId'], { unique: true })
@Index('contact_stop_since', ['institutionId', 'stoppedAt', 'id'])
export class ContactStop extends Versioned {
  @Text(12)
  kind!: StopKind;

  @Ref()
  subjectId!: number;

  /** The subject's, and below it the one of the person who stopped it: who lifts it sees as much. */
  @Ref({ of: 'institution' })
  institutionId!: number;

  @Ref({ of: 'institution' })
  byInstitutionId!: number;

  /** A number's stop that a record placed has the record, and no reason. */
  @Sealed(1400, { nullable: true })
  reasonEnc!: Buffer | null;

  @Ref({ of: 'collection_log', nullable: true })
  recordId!: number | null;

  @Sealed(96, { nullable: true })
  phoneEnc!: Buffer | null;

  /** NULL: the person who has the number, by a message. */
  @Ref({ of: 'user', nullable: true })
  stoppedBy!: number | null;

  @Time()
  stoppedAt!: Date;

  @Sealed(1400, { nullable: true })
  liftReasonEnc!: Buffer | null;

  /** The end of a number's stop takes two people. */
  @Ref({ of: 'user', nullable: true })
  liftRequestedBy!: number | null;

  @Time({ nullable: true })
  liftRequestedAt!: Date | null;

  @Sealed(1400, { nullable: true })
  evidenceEnc!: Buffer | null;

  @Ref({ of: 'user', nullable: true })
  liftedBy!: number | null;

  @Time({ nullable: true })
  liftedAt!: Date | null;

  @Derived(Boolean)
  live!: boolean | null;
}
