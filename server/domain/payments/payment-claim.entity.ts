import { Entity, Index } from 'typeorm';
import { Ref, Text, Time } from '../../platform/db/columns.js';

/** A provider's time that cannot be: the payment counts from its receipt (Payment.valueAt). */
@Entity('payment_claim')
@Index('payment_claim_institution', ['institutionId', 'paymentId'])
export class PaymentClaim {
  @Ref({ of: 'payment', primary: true })
  paymentId!: number;

  @Ref({ of: 'institution' })
  institutionId!: number;

  @Time()
  claimedAt!: Date;

  /** AHEAD or BEFORE_LOAN. */
  @Text(12)
  reason!: string;
}
