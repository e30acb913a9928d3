import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { SYSTEM } from '../../platform/auth/actor.js';
import { UnitOfWork } from '../../platform/db/unit-of-work.js';
import { Site } from '../../platform/site/site.js';
import { HealthAlarm } from '../../domain/health/health-alarm.entity.js';
import { Institution } from '../../domain/institutions/institution.entity.js';
import { SystemHealthService } from './system-health.service.js';

/**
 * Tells the administrators of the topmost institutions of a part that two looks in a row found bad: once, until a look finds it
 * better. A demo has nobody who could mend it.
 */
@Injectable()
export class HealthWatchService {
  constructor(
    private readonly health: SystemHealthService,
    private readonly uow: UnitOfWork,
    private readonly site: Site,
  ) {}

  async watch(): Promise<void> {
    if (this.site.mark().stage === 'DEMO') return;
    const { parts } = await this.health.read();
    const bad = parts.flatMap(({ part, state }) => (state === 'BAD' ? part : []));
    await this.uow.transact(SYSTEM, async (tx) => {
      const lock = { mode: 'pessimistic_write' } as const;
      const known = await tx.manager.find(HealthAlarm, { lock });
      const topmost = await tx.manager.findBy(Institution, { parentId: IsNull(), enabled: true });
      const tell = (name: 'site.partFailed' | 'site.partMended', part: HealthAlarm['part']) => {
        for (const { id: institutionId } of topmost) tx.emit(name, { institutionId, part });
      };
      for (const part of bad) {
        const alarm = known.find((one) => one.part === part);
        if (!alarm) await tx.manager.insert(HealthAlarm, { part, since: tx.now });
        else if (alarm.toldAt === null) {
          await tx.manager.update(HealthAlarm, { part }, { toldAt: tx.now });
          tell('site.partFailed', part);
        }
      }
      for (const { part, toldAt } of known) {
        if (bad.includes(part)) continue;
        await tx.manager.delete(HealthAlarm, { part });
        if (toldAt !== null) tell('site.partMended', part);
      }
    });
  }
}
