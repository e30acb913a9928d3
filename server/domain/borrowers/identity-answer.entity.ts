import { Column, Entity } from 'typeorm';
import { Ref, Text, Time } from '../../platform/db/columns.js';

/** A provider's answer on who the borrower is. A newer one replaces it. */
@Entity('identity_answer')
export class IdentityAnswer {
  @Ref({ of: 'borrower', primary: true })
  borrowerId!: number;

  @Text(40)
  provider!: string;

  @Text(64)
  reference!: string;

  @Time()
  checkedAt!: Date;

  @Column({ type: Boolean, nullable: true })
  identityMatch!: boolean | null;

  @Column({ type: Boolean, nullable: true })
  phoneMatch!: boolean | null;

  @Column({ type: 'decimal', precision: 5, scale: 4, nullable: true })
  faceSimilarity!: number | null;

  @Column({ type: 'smallint', nullable: true })
  creditScore!: number | null;

  @Text(8, { nullable: true })
  riskLevel!: string | null;

  @Column({ type: 'smallint', nullable: true })
  recentLenders!: number | null;

  @Column({ type: Boolean, nullable: true })
  overdueElsewhere!: boolean | null;
}
