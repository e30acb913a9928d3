import { statfs } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics } from 'prom-client';
import { Config } from '../../platform/config/config.js';
import { Database } from '../../platform/db/database.js';
import { lastBackup, type LastBackup } from '../../platform/files/last-backup.js';
import { Metrics } from '../../platform/metrics/metrics.js';

/** Metrics of every process: its memory, its event loop, its connections to the database, and the disk that it writes to. */
@Injectable()
export class ProcessMetrics {
  constructor(metrics: Metrics, database: Database, config: Config) {
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
      'Since the last backup; +Inf: it cannot be read back.',
      [],
      async () => {
        const last = await lastBackup(config.dataDir);
        return last ? [{ value: backupAge(last) }] : [];
      },
    );
  }
}

/** A backup is made by the machine's clock, also of a demo with another one. */
function backupAge({ made, checked }: LastBackup): number {
  return checked === false ? Infinity : Math.max(0, (Date.now() - made.getTime()) / 1_000);
}
