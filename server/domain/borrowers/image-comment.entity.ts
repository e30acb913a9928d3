import { Entity, Index, PrimaryColumn } from 'typeorm';
import type { PictureKind } from '../../../contract/cases/borrowers.js';
import { Ref, Sealed, Text, Time } from '../../platform/db/columns.js';

/** A remark on one of the borrower's pictures, or on all of them. */
@Entity('image_comment')
@Index('image_comment_case', ['caseId', 'id'])
export class ImageComment {
  @PrimaryColumn({ type: 'bigint' })
  id!: number;

  @Ref({ of: 'collection_case' })
  caseId!: number;

  @Text(12, { nullable: true })
  kind!: PictureKind | null;

  @Sealed(2200)
  commentEnc!: Buffer;

  @Ref({ of: 'user' })
  authorId!: number;

  @Time()
  at!: Date;
}
