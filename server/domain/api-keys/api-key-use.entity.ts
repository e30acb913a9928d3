import { Entity, PrimaryColumn } from 'typeorm';
import { Text, Time } from '../../platform/db/columns.js';

/** When and from where a key was last used, to the minute. */
@Entity('api_key_use')
export class ApiKeyUse {
  @PrimaryColumn({ type: 'bigint' })
  apiKeyId!: number;

  @Time()
  usedAt!: Date;

  @Text(45)
  address!: string;
}
