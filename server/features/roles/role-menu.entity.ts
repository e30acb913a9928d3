import { Entity, PrimaryColumn, Column, VersionColumn } from 'typeorm';
import type { Role } from '../../../contract/codes.js';

/** The menu as edited for a role; a role without a row has its defaults. */
@Entity('role_menu')
export class RoleMenu {
  @PrimaryColumn({ type: 'varchar', length: 16 })
  role!: Role;

  @Column({ type: 'simple-array' })
  menuKeys!: string[];

  @VersionColumn({ default: 1 })
  version!: number;
}
