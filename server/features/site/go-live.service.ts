import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { KEPT_TABLES } from '../../domain/site/trial-tables.rules.js';
import { SYSTEM } from '../../platform/auth/actor.js';
import { Config } from '../../platform/config/config.js';
import { emptyTables } from '../../platform/db/owner/numbered-tables.js';
import { UnitOfWork } from '../../platform/db/unit-of-work.js';
import { FILE_KINDS, SealedFiles } from '../../platform/files/sealed-files.js';
import { Redis } from '../../platform/redis/redis.js';
import { AppError } from '../../platform/http/app-error.js';
import { SiteState } from '../../platform/site/site-state.entity.js';
import { User } from '../../domain/users/user.entity.js';
import { SiteService } from './site.service.js';

const NONE: ReadonlySet<string> = new Set();

interface Approved {
  approvalId: number;
  institutionId: number;
}

/** Ends a trial. It runs while nothing else of the site does, after the operator has made a backup. */
@Injectable()
export class GoLiveService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly uow: UnitOfWork,
    private readonly config: Config,
    private readonly files: SealedFiles,
    private readonly redis: Redis,
    private readonly site: SiteService,
  ) {}

  /** @returns the approval that it goes by. @throws site.notTrial, site.notReady, site.notApproved */
  async check(): Promise<Approved> {
    await this.site.checkReady();
    const approval = await this.site.standing();
    if (approval?.status !== 'APPROVED') throw new AppError('site.notApproved');
    return { approvalId: approval.id, institutionId: approval.institutionId };
  }

  /**
   * Empties what the trial made, numbers going on, and begins the live log. Killed half-way it is a trial still, and runs
   * again.
   *
   * @throws what `check` throws
   */
  async goLive(): Promise<void> {
    const approved = await this.check();
    await emptyTables(this.config.migrateDatabaseUrl, KEPT_TABLES);
    await this.removeFiles();
    // Jobs and copies of the trial would speak of rows that no longer exist.
    await this.redis.client.flushdb();
    await this.uow.transact(SYSTEM, async (tx) => {
      await tx.manager.update(SiteState, 1, { stage: 'LIVE', liveSince: tx.now });
      tx.emit('site.wentLive', approved);
    });
  }

  private async removeFiles(): Promise<void> {
    const people = await this.dataSource
      .getRepository(User)
      .find({ select: { id: true, picture: true, referencePicture: true } });
    const kept = new Set(people.flatMap(({ picture, referencePicture }) => [picture, referencePicture]));
    for (const kind of FILE_KINDS) await this.files.removeAllBut(kind, kind === 'pictures' ? kept : NONE);
  }
}
