import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { BackupReport } from '../../../contract/administration/health.js';
import type { IntakeAnswer } from '../../../contract/cases/intake.js';
import { ReportedBackup } from '../../domain/health/reported-backup.entity.js';
import { SYSTEM } from '../../platform/auth/actor.js';
import { Config } from '../../platform/config/config.js';
import { UnitOfWork } from '../../platform/db/unit-of-work.js';
import { lastBackup, type LastBackup } from '../../platform/files/last-backup.js';

const ROW = { id: 1 };

/** Backups of this site: of `npm run backup`, and of the lender's own tools, which report theirs. */
@Injectable()
export class BackupsService {
  constructor(
    private readonly config: Config,
    private readonly dataSource: DataSource,
    private readonly uow: UnitOfWork,
  ) {}

  /** The newest of both kinds; null when there is none. */
  async last(): Promise<LastBackup | null> {
    const [own, reported] = await Promise.all([
      lastBackup(this.config.dataDir),
      this.dataSource.getRepository(ReportedBackup).findOneBy(ROW),
    ]);
    if (!own || !reported) return own ?? reported;
    return own.made > reported.made ? own : reported;
  }

  /** A time later than now, by the machine's clock, counts as now. */
  report({ made, checked }: BackupReport): Promise<IntakeAnswer> {
    const at = new Date(Math.min(Date.parse(made), Date.now()));
    return this.uow.transact(SYSTEM, async ({ manager }) => {
      const lock = { mode: 'pessimistic_write' } as const;
      const known = await manager.findOne(ReportedBackup, { where: ROW, lock });
      if (known && known.made > at) return { outcome: 'OUTDATED' };
      if (known?.made.getTime() === at.getTime() && known.checked === checked) return { outcome: 'REPEATED' };
      await manager.upsert(ReportedBackup, { ...ROW, made: at, checked }, ['id']);
      return { outcome: 'TAKEN' };
    });
  }
}
