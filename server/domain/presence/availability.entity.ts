import { Entity, VersionColumn } from 'typeorm';
import type { PresenceState } from '../../../contract/team/presence.js';
import { Ref, Text, Time } from '../../platform/db/columns.js';

/** A collector's state by the own browsers. Without a row it is AWAY. */
@Entity('presence')
export class Availability {
  @Ref({ of: 'user', primary: true })
  collectorId!: number;

  @Text(8)
  state!: PresenceState;

  @Time()
  since!: Date;

  @VersionColumn({ default: 1 })
  version!: number;
}
