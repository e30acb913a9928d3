import { Entity, Index, PrimaryColumn } from 'typeorm';
import type { PictureKind } from '../../../contract/cases/borrowers.js';
import { Ref, Text, Time } from '../../platform/db/columns.js';

/** A picture of a borrower. `file` names a sealed file. */
@Entity('borrower_picture')
@Index('borrower_picture_file', ['file'])
export class BorrowerPicture {
  @Ref({ of: 'borrower', primary: true })
  borrowerId!: number;

  @PrimaryColumn({ type: 'varchar', length: 12 })
  kind!: PictureKind;

  @Text(128)
  file!: string;

  @Time({ nullable: true })
  takenAt!: Date | null;
}
