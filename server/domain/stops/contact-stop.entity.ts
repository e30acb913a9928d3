import { Entity, Index } from 'typeorm';
import type { StopKind } from '../../../contract/contact/stops.js';
import { Derived, Ref, Sealed, Text, Time, Versioned } from '../../platform/db/columns.js';

/** All contacts of a collector, queue, template or institution, stopped until two people lift it. */
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

  @Sealed(1400)
  reasonEnc!: Buffer;

  @Ref({ of: 'user' })
  stoppedBy!: number;

  @Time()
  stoppedAt!: Date;

  @Sealed(1400, { nullable: true })
  liftReasonEnc!: Buffer | null;

  @Ref({ of: 'user', nullable: true })
  liftedBy!: number | null;

  @Time({ nullable: true })
  liftedAt!: Date | null;

  @Derived(Boolean)
  live!: boolean | null;
}
