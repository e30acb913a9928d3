import { Entity, PrimaryColumn, VersionColumn } from 'typeorm';
import type { Role } from '../../../contract/codes.js';
import { Flag } from '../../platform/db/columns.js';

/** Whether a role sees phone and identity numbers in full. A role without a row sees masks. */
@Entity('phone_policy')
export class PlainNumbers {
  @PrimaryColumn({ type: 'varchar', length: 16 })
  role!: Role;

  @Flag()
  plain!: boolean;

  @VersionColumn({ default: 1 })
  version!: number;
}
