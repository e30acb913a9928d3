import { Column, Entity, PrimaryColumn, VersionColumn } from 'typeorm';
import type { Role } from '../../../contract/codes.js';
import { Ref, Time } from '../../platform/db/columns.js';

/** What a role may in an institution, never more than in the one above. Without a row it is what it is above. */
@Entity('role_grant')
export class RoleGrant {
  @PrimaryColumn({ type: 'bigint' })
  institutionId!: number;

  @PrimaryColumn({ type: 'varchar', length: 16 })
  role!: Role;

  @Column({ type: 'simple-array' })
  permissions!: readonly string[];

  @Column({ type: 'simple-array' })
  menu!: readonly string[];

  @VersionColumn({ default: 1 })
  version!: number;

  @Ref({ nullable: true })
  updatedBy!: number | null;

  @Time({ nullable: true })
  updatedAt!: Date | null;
}
