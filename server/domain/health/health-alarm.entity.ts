import { Entity, PrimaryColumn } from 'typeorm';
import type { HealthPart } from '../../../contract/administration/health.js';
import { Time } from '../../platform/db/columns.js';

/** A part of the site that is bad, from the first look that found it so until one that does not. */
@Entity('health_alarm')
export class HealthAlarm {
  @PrimaryColumn({ type: 'varchar', length: 16 })
  part!: HealthPart;

  @Time()
  since!: Date;

  /** When administrators were told of it. */
  @Time({ nullable: true })
  toldAt!: Date | null;
}
