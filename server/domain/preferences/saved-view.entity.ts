import { Entity, Index, PrimaryColumn } from 'typeorm';
import { Json, Ref, Text, Time } from '../../platform/db/columns.js';

/** A list's query, columns and density under a name. A deleted one can be brought back for a day. */
@Entity('saved_view')
@Index('saved_view_group', ['sharedGroupId', 'deletedAt'])
@Index('saved_view_owner', ['ownerId', 'deletedAt'])
export class SavedView {
  @PrimaryColumn({ type: 'bigint' })
  id!: number;

  @Ref({ of: 'user' })
  ownerId!: number;

  @Ref({ of: 'admin_group', nullable: true })
  sharedGroupId!: number | null;

  @Text(60)
  name!: string;

  @Json()
  content!: unknown;

  @Time()
  updatedAt!: Date;

  @Time({ nullable: true })
  deletedAt!: Date | null;
}
