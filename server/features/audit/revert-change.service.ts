import type { PutBack } from '../../../contract/administration/audit.js';
import { Inject, Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { DataSource } from 'typeorm';
import type { RevertedNoun } from '../../../contract/nouns.js';
import type { Actor } from '../../platform/auth/actor.js';
import { Clock } from '../../platform/clock/clock.js';
import { NOUN_COMMANDS, type NounCommands } from '../../platform/db/configured-entity.js';
import { AppError } from '../../platform/http/app-error.js';
import { undone, wayBack, type RevertedSetting } from '../../domain/audit/audit.rules.js';
import { AuditQueries } from './audit.queries.js';
import { SettingsRevertService } from './settings-revert.service.js';

/**
 * A change is put back by a new one: the command that the screen would send, with the values of before, judged as any
 * other. What has changed since in the same fields is not overwritten.
 */
@Injectable()
export class RevertChangeService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly modules: ModuleRef,
    private readonly audit: AuditQueries,
    private readonly settings: SettingsRevertService,
    @Inject(NOUN_COMMANDS) private readonly commands: NounCommands,
  ) {}

  /**
   * @throws audit.notFound, audit.noWay, entity.changed with what is in force where the change stands no more, and what the
   * command throws
   */
  async revertChange(actor: Actor, id: number, from: string): Promise<PutBack> {
    const { name, changes, subjectId, institutionId, facts } = await this.audit.entry(actor, id);
    const noun = wayBack({ name, changes, institutionId }, actor);
    if (!noun || !changes) throw new AppError('audit.noWay');
    if (!(noun in this.commands)) {
      const back = { eventId: id, institutionId: institutionId!, changes, facts, from };
      return { approvalId: null, ...(await this.settings.ways[noun as RevertedSetting](actor, back)) };
    }
    const commands = this.modules.get(this.commands[noun as RevertedNoun], { strict: false });
    const row = await this.dataSource.getRepository(commands.entity).findOneBy({ id: subjectId });
    if (!row) throw new AppError('audit.notFound');
    const back = await commands.revert(actor, undone(row, changes), { changes, now: this.clock.now() });
    return { approvalId: back?.approvalId ?? null };
  }
}
