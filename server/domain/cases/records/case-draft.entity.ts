import { Entity, Index } from 'typeorm';
import { Count, Ref, Sealed, Time } from '../../../platform/db/columns.js';

/** A record that its collector has not sent yet, sealed as a whole. */
@Entity('case_draft')
@Index('case_draft_case', ['caseId'])
export class CaseDraft {
  @Ref({ of: 'user', primary: true })
  userId!: number;

  @Ref({ of: 'collection_case', primary: true })
  caseId!: number;

  @Count()
  version!: number;

  @Sealed(8000)
  draftEnc!: Buffer;

  @Time()
  updatedAt!: Date;
}
