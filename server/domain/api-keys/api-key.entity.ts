import { Column, Entity, Index, JoinColumn, ManyToOne } from 'typeorm';
import type { KeyScope } from '../../../contract/administration/api-keys.js';
import { Count, Flag, Hash, Json, Ref, Text, Time } from '../../platform/db/columns.js';
import { Institution } from '../institutions/institution.entity.js';
import { Modified } from '../users/modified.entity.js';
import { User } from '../users/user.entity.js';

/** A program's key to some calls of one institution, in the name of the administrator who gave it its secret. */
@Entity('api_key')
@Index('api_key_name', ['institutionId', 'name'], { unique: true })
@Index('api_key_secret', ['secretHash'], { unique: true })
export class ApiKey extends Modified {
  @Ref()
  institutionId!: number;

  @ManyToOne(() => Institution, { createForeignKeyConstraints: false })
  institution?: Institution;

  @Text(60)
  name!: string;

  @Json()
  scopes!: KeyScope[];

  @Column({ type: 'date' })
  expiresOn!: string;

  @Column({ type: 'text', nullable: true })
  addresses!: string | null;

  @Count()
  perMinute!: number;

  @Flag(true)
  enabled!: boolean;

  @Hash(32, { nullable: true })
  secretHash!: Buffer | null;

  @Text(12, { nullable: true })
  starts!: string | null;

  @Ref({ nullable: true })
  issuedBy!: number | null;

  @ManyToOne(() => User, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'issued_by' })
  issuer?: User | null;

  @Time({ nullable: true })
  issuedAt!: Date | null;
}
