import { TypeOrmModule } from '@nestjs/typeorm';
import type { Pool } from 'mysql2';
import { DataSource, DefaultNamingStrategy, getMetadataArgsStorage } from 'typeorm';
import type { MysqlDataSourceOptions } from 'typeorm/driver/mysql/MysqlDataSourceOptions.js';
import { Database } from './database.js';
import { STATEMENT_TIMEOUT_MS } from './database-watchdog.js';

/**
 * TypeORM's DataSource over a pool of ours, so that entities share its connections, session settings and budget. It ends
 * with the pool's owner.
 *
 * `type` is by what the server says of itself: with the wrong one, JSON columns differ from the schema for ever.
 */
export async function openDataSource(
  pool: Pool,
  options: Partial<MysqlDataSourceOptions>,
): Promise<DataSource> {
  const [rows] = await pool.promise().query('SELECT VERSION() AS version');
  const [{ version }] = rows as [{ version: string }];
  return new DataSource({
    enableQueryTimeout: true,
    maxQueryExecutionTime: STATEMENT_TIMEOUT_MS,
    ...options,
    type: /mariadb/i.test(version) ? 'mariadb' : 'mysql',
    driver: { createPool: () => lent(pool) },
    namingStrategy: new SnakeCase(),
    logging: false,
  });
}

function lent(pool: Pool) {
  return {
    getConnection: pool.getConnection.bind(pool),
    end: (done: () => void) => done(),
  };
}

/**
 * The DataSource of the process, injected as DataSource. It knows every entity that somebody imports: whoever uses one has
 * imported it, and no module lists it again.
 */
export const DataSourceModule = TypeOrmModule.forRootAsync({
  inject: [Database],
  useFactory: (database: Database) => ({ driver: database.writerPool }),
  dataSourceFactory: (options) => {
    const { driver } = options as MysqlDataSourceOptions;
    const entities = getMetadataArgsStorage().tables.map(({ target }) => target);
    return openDataSource(driver as Pool, { entities });
  },
});

/** institutionId is institution_id, and a relation `group` is found by group_id. */
export class SnakeCase extends DefaultNamingStrategy {
  override columnName(property: string, custom: string | undefined): string {
    return custom ?? snakeCase(property);
  }

  override joinColumnName(relation: string, referenced: string): string {
    return snakeCase(`${relation}_${referenced}`);
  }
}

export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
