import { Entity, Index, PrimaryColumn } from 'typeorm';
import type { ImportMapping } from '../../../contract/cases/import-mapping.js';
import { Json, Ref, Text, Time } from '../../platform/db/columns.js';

/** How an institution's own files are read, under a name: proposed for the next file with the same headings. */
@Entity('import_mapping')
@Index('import_mapping_name', ['institutionId', 'name'], { unique: true })
export class ImportMappingEntity {
  @PrimaryColumn({ type: 'bigint' })
  id!: number;

  @Ref({ of: 'institution' })
  institutionId!: number;

  @Text(60)
  name!: string;

  @Json()
  content!: ImportMapping;

  @Time()
  updatedAt!: Date;
}
