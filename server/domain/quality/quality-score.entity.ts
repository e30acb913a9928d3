import { Column, Entity } from 'typeorm';
import { Decimal, Ref, Time } from '../../platform/db/columns.js';

/** An inspector's answers about a sample. */
@Entity('quality_score')
export class QualityScore {
  @Ref({ of: 'quality_sample', primary: true })
  sampleId!: number;

  @Ref({ of: 'user', primary: true })
  inspectorId!: number;

  @Decimal(4, 1)
  total!: number;

  @Column({ type: 'json' })
  answers!: unknown;

  /** The marks and the remark, as JSON. */
  @Column({ type: 'blob' })
  wordsEnc!: Buffer;

  @Time()
  at!: Date;
}
