import { statfs } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics } from 'prom-client';
import { Config } from '../../platform/config/config.js';
import { Database } from '../../platform/db/database.js';
import type { LastBackup } from '../../platform/files/last-backup.js';
import { Metrics } from '../../platform/metrics/metrics.js';
import { BackupsService } from '../health/backups.service.js';

/** Metrics of every process: its memory, its event loop, its connections to the database, and the disk that it writes to. */
@Injectable()
export class ProcessMetrics {
  constructor(metrics: Metrics, database: Database, config: Config, backups: BackupsService) {
    collectDefaultMetrics({ register: metrics.registry });
    metrics.gauge(
      'recoup_database_connections',
      'Connections of the pools, and calls that wait for one.',
      ['pool', 'state'],
      () =>
        database
          .load()
          .flatMap(({ pool, ...states }) =>
            Object.entries(states).map(([state, value]) => ({ labels: { pool, state }, value })),
          ),
    );
    metrics.gauge('recoup_disk_free_bytes', 'Free on the disk of the data folder.', [], async () => {
      const { bavail, bsize } = await statfs(config.dataDir);
      return [{ value: bavail * bsize }];
    });
    metrics.gauge('recoup_disk_size_bytes', 'Size of the disk of the data folder.', [], async () => {
      const { blocks, bsize } = await statfs(config.dataDir);
      return [{ value: blocks * bsize }];
    });
    metrics.gauge(
      'recoup_backup_age_seconds',
      'Since the last backup; +Inf: it cannot be read back; NaN: there is none.',
      [],
      async () => [{ value: backupAge(await backups.last()) }],
    );
  }
}

/** A backup is made by the machine's clock, also of a demo with another one. */
function backupAge(last: LastBackup | null): number {
  if (!last) return NaN;
  return last.checked === false ? Infinity : Math.max(0, (Date.now() - last.made.getTime()) / 1_000);
}
