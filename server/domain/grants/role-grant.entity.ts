import { Column, Entity, PrimaryColumn, VersionColumn } from 'typeorm';
import type { Role } from '../../../contract/codes.js';
import { Ref, Time } from '../../platform/db/columns.js';

/** Rights of a role in an institution, never more than in the one above. Without a row they are those above. */
@Entity('role_grant')
export class RoleGrant {
  @Ref({ of: 'institution', primary: true })
  institutionId!: number;

  @PrimaryColumn({ type: 'varchar', length: 16 })
  role!: Role;

  @Column({ type: 'simple-array' })
  permissions!: readonly string[];

  @Column({ type: 'simple-array' })
  menu!: readonly string[];

  @VersionColumn({ default: 1 })
  version!: number;

  @Ref({ of: 'user', nullable: true })
  updatedBy!: number | null;

  @Time({ nullable: true })
  updatedAt!: Date | null;
}
