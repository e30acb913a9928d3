import { Entity, PrimaryColumn } from 'typeorm';
import type { PresenceState } from '../../../contract/team/presence.js';
import { Ref, Text } from '../../platform/db/columns.js';

/** The days of a collector, change by change. */
@Entity('presence_change')
export class AvailabilityChange {
  @Ref({ of: 'user', primary: true })
  collectorId!: number;

  @PrimaryColumn({ type: 'datetime', precision: 3 })
  since!: Date;

  @Text(8)
  state!: PresenceState;
}
