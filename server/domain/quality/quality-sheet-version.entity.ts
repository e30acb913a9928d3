import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Ref } from '../../platform/db/columns.js';

/** Questions of each version: a sample is judged by those it was drawn with. */
@Entity('quality_sheet_version')
export class QualitySheetVersion {
  @Ref({ of: 'quality_sheet', primary: true })
  sheetId!: number;

  @PrimaryColumn({ type: 'int' })
  version!: number;

  @Column({ type: 'text' })
  questions!: string;
}
