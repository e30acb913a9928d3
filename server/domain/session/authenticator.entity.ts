import { Entity, JoinColumn, ManyToOne } from 'typeorm';
import { Count, Ref, Sealed, Secret, Time } from '../../platform/db/columns.js';
import { User } from '../users/user.entity.js';

/** The app whose codes a person signs in with. */
@Entity('authenticator')
export class Authenticator {
  @Ref({ primary: true })
  userId!: number;

  @ManyToOne(() => User, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'user_id' })
  user?: User | null;

  /** Null until the first app is confirmed. */
  @Secret()
  @Sealed(255, { nullable: true })
  secretEnc!: Buffer | null;

  /** Of an app that is being set up. */
  @Secret()
  @Sealed(255, { nullable: true })
  nextSecretEnc!: Buffer | null;

  @Time({ nullable: true })
  confirmedAt!: Date | null;

  /** Of the newest code that was taken: none is good twice. */
  @Ref({ default: 0 })
  lastStep!: number;

  /** Wrong codes since the last right one. */
  @Count({ default: 0 })
  failures!: number;

  /** The administrator whose word for a reset waits for a second one. */
  @Ref({ nullable: true })
  resetBy!: number | null;

  @ManyToOne(() => User, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'reset_by' })
  resetter?: User | null;

  @Time({ nullable: true })
  resetAt!: Date | null;
}
