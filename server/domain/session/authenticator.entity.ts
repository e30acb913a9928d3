import { Entity } from 'typeorm';
import { Count, Ref, Sealed, Secret, Time } from '../../platform/db/columns.js';

/** The app whose codes a person signs in with. */
@Entity('authenticator')
export class Authenticator {
  @Ref({ of: 'user', primary: true })
  userId!: number;

  /** Null until the first app is confirmed. */
  @Secret()
  @Sealed(255, { nullable: true })
  secretEnc!: Buffer | null;

  /** The secret of an app that is being set up. */
  @Secret()
  @Sealed(255, { nullable: true })
  nextSecretEnc!: Buffer | null;

  @Time({ nullable: true })
  confirmedAt!: Date | null;

  /** The step of the newest code that was taken: none is good twice. */
  @Ref({ default: 0 })
  lastStep!: number;

  /** Wrong codes since the last right one. */
  @Count({ default: 0 })
  failures!: number;

  /** The administrator whose word for a reset waits for a second one. */
  @Ref({ of: 'user', nullable: true })
  resetBy!: number | null;

  @Time({ nullable: true })
  resetAt!: Date | null;
}
