import { Module, type OnModuleInit } from '@nestjs/common';
import { rooms } from '../../../../contract/realtime.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { institutionsIn } from '../../../platform/auth/institution-scope.js';
import { Database } from '../../../platform/db/database.js';
import { sql } from '../../../platform/db/sql.js';
import { Audience } from '../../../platform/realtime/audience.js';
import { AddressLocationsService } from './address-locations.service.js';
import { BehavioursQueries } from './behaviours.queries.js';
import { BehavioursService } from './behaviours.service.js';

const providers = [AddressLocationsService, BehavioursQueries, BehavioursService];

@Module({ providers, exports: providers })
export class BehaviourModule implements OnModuleInit {
  constructor(
    private readonly audience: Audience,
    private readonly database: Database,
  ) {}

  onModuleInit(): void {
    this.audience.register('monitoring', async (actor, { groupId }) => {
      if (actor.kiosk || actor.role === 'member') return null;
      const of = await this.roomsOf(actor, groupId);
      const [first] = of;
      return first === undefined ? null : { rooms: [first, ...of.slice(1), rooms.monitors()] };
    });
  }

  /** A room for each institution, whoever supervises it from above: what happens is sent once. */
  private async roomsOf(actor: Actor, groupId: number | null): Promise<string[]> {
    if (actor.role === 'leader') {
      const isOwn = actor.groupId !== null && (groupId ?? actor.groupId) === actor.groupId;
      return isOwn ? [rooms.monitoringTeam(actor.groupId!)] : [];
    }
    if (groupId === null) return actor.institutionIds.map(rooms.monitoring);
    const team = await this.database.row(sql`
      SELECT g.id FROM admin_group g WHERE g.id = ${groupId} AND ${institutionsIn(actor, sql`g.institution_id`)}`);
    return team ? [rooms.monitoringTeam(groupId)] : [];
  }
}
