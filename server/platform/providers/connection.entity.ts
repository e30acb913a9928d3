import { Entity, Index } from 'typeorm';
import type {
  Connected,
  ConnectionProtocol,
  ConnectionState,
} from '../../../contract/administration/connections.js';
import { Count, Derived, Flag, Ref, Sealed, Text, Time, Versioned } from '../db/columns.js';

/** A provider's address and secret, as one administrator asked for them and another one approved. */
@Entity('connection')
@Index('connection_waiting', ['waitsFor'], { unique: true })
@Index('connection_status', ['provider', 'status', 'endedAt'])
export class Connection extends Versioned {
  @Text(10)
  provider!: Connected;

  /** Null leads back to what the host has configured. */
  @Text(300, { nullable: true })
  address!: string | null;

  /** Null: the host's secret. */
  @Sealed(300, { nullable: true })
  secretEnc!: Buffer | null;

  /** Callbacks with the secret from before are taken for a day more. */
  @Flag()
  keepFormer!: boolean;

  @Count()
  timeoutMs!: number;

  /** The address was on the own machine or in the own network, and both administrators saw so. */
  @Flag()
  isPrivate!: boolean;

  @Text(10)
  status!: ConnectionState;

  @Text(200)
  reason!: string;

  @Ref({ of: 'user' })
  requestedBy!: number;

  @Time()
  requestedAt!: Date;

  @Ref({ of: 'user', nullable: true })
  decidedBy!: number | null;

  @Time({ nullable: true })
  decidedAt!: Date | null;

  @Text(200, { nullable: true })
  answer!: string | null;

  /** It is the moment at which the next one became active. */
  @Time({ nullable: true })
  endedAt!: Date | null;

  @Derived('varchar', { length: 10 })
  waitsFor!: Connected | null;

  @Text(10, { default: 'SIGNED' })
  protocol!: ConnectionProtocol;

  /** The provider's name for us, the sender that it shows, and the address by which it reaches this site. */
  @Text(128, { nullable: true })
  account!: string | null;

  @Text(64, { nullable: true })
  sender!: string | null;

  @Text(300, { nullable: true })
  publicAddress!: string | null;

  /** Claim of the lender's identity provider with a person's groups, and the work that these stand for. */
  @Text(40, { nullable: true })
  groupsClaim!: string | null;

  @Text(4000, { nullable: true })
  places!: string | null;
}
