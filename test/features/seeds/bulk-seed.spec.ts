import { Module, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ReplayModule } from '../../../server/features/replay/replay.module.js';
import { ReplayService } from '../../../server/features/replay/replay.service.js';
import { Clock } from '../../../server/platform/clock/clock.js';
import { Database } from '../../../server/platform/db/database.js';
import { sql, type Statement } from '../../../server/platform/db/sql.js';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work.js';
import { DemoSeed } from '../../../server/seeds/demo-seed.js';
import { SeedModule } from '../../../server/seeds/seed.module.js';
import { createStack } from '../../support/stack.js';

const PARAMETERS = { cases: 600, collectors: 12, leaders: 6, seed: 2026 };
/** A Thursday afternoon in Mexico: some of the day's work is done. */
const NOW = new Date('2026-11-19T21:30:00Z');

@Module({ imports: [SeedModule, ReplayModule] })
class SeedAndReplay {}

type Figures = Record<string, number>;
interface Demo {
  rows: Figures;
  statuses: Figures;
  centavos: Figures;
  differences: string[];
}

const text = (words: string): Statement => ({ text: words, params: [] });

class DemoReader {
  private readonly database: Database;

  constructor(private readonly app: INestApplicationContext) {
    this.database = app.get(Database);
  }

  async read(): Promise<Demo> {
    const columns = await this.database.rows<{ table: string; column: string; type: string }>(sql`
      SELECT c.TABLE_NAME AS \`table\`, c.COLUMN_NAME AS \`column\`, c.DATA_TYPE AS type
      FROM information_schema.COLUMNS c JOIN information_schema.TABLES t USING (TABLE_SCHEMA, TABLE_NAME)
      WHERE c.TABLE_SCHEMA = DATABASE() AND t.TABLE_TYPE = 'BASE TABLE' ORDER BY 1, 2`);
    const rows: Figures = {};
    const statuses: Figures = {};
    const centavos: Figures = {};
    for (const table of new Set(columns.map((one) => one.table)))
      rows[table] = await this.number(`SELECT COUNT(*) AS n FROM \`${table}\``);
    for (const { table, column, type } of columns) {
      const name = `${table}.${column}`;
      if (type === 'enum' || /(^|_)(status|state|kind|type|name)$/.test(column))
        Object.assign(statuses, await this.countsOf(name, table, column));
      if (type === 'bigint' && !/(^|_)(id|by|to)$/.test(column) && MONEY.test(column))
        centavos[name] = await this.number(`SELECT COALESCE(SUM(\`${column}\`), 0) AS n FROM \`${table}\``);
    }
    const replay = this.app.get(ReplayService);
    const differences = [...(await replay.check()).differences, ...(await replay.checkMoney())];
    return { rows, statuses, centavos, differences };
  }

  private async countsOf(name: string, table: string, column: string): Promise<Figures> {
    const found = await this.database.rows<{ value: string; n: number }>(
      text(`SELECT \`${column}\` AS value, COUNT(*) AS n FROM \`${table}\` GROUP BY 1 ORDER BY 1`),
    );
    return Object.fromEntries(found.map(({ value, n }) => [`${name} = ${value}`, Number(n)]));
  }

  private async number(statement: string): Promise<number> {
    return Number((await this.database.rows<{ n: number }>(text(statement)))[0]!.n);
  }
}

const MONEY =
  /amount|paid|due$|due_before|principal|interest|penalty|iva|fee|refunded|receivable|target|payable|received|balance/;

async function plant(carry?: (uow: UnitOfWork) => void): Promise<Demo> {
  const stack = await createStack();
  const app = await NestFactory.createApplicationContext(SeedAndReplay, { logger: ['error'] });
  try {
    app.get(Clock).now = () => NOW;
    carry?.(app.get(UnitOfWork));
    await app.get(DemoSeed).plant(PARAMETERS, () => {});
    return await new DemoReader(app).read();
  } finally {
    await app.close();
    await stack.close();
  }
}

/** Each command in a transaction of its own, as people's calls are. */
function oneByOne(uow: UnitOfWork): void {
  uow.bulk = async (commands) => {
    const results = [];
    for (const command of commands) results.push(await command());
    return results;
  };
}

let together: Demo;
let alone: Demo;

beforeAll(async () => {
  together = await plant();
  alone = await plant(oneByOne);
}, 400_000);

describe('a demo that is seeded by bulk', () => {
  it('has as many rows in every table as one by single commands', () => {
    expect(Object.keys(together.rows).length).toBeGreaterThan(100);
    expect(together.rows['payment']).toBeGreaterThan(50);
    expect(together.rows).toEqual(alone.rows);
  });

  it('has as many of every status, kind and event', () => {
    expect(together.statuses['collection_case.status = C10']).toBeGreaterThan(50);
    expect(together.statuses).toEqual(alone.statuses);
  });

  it('has the same sum of centavos in every column of money', () => {
    expect(together.centavos['payment.amount']).toBeGreaterThan(100_000);
    expect(Object.keys(together.centavos).length).toBeGreaterThan(40);
    expect(together.centavos).toEqual(alone.centavos);
  });

  it('agrees with its log, as the other does', () => {
    expect(together.differences).toEqual([]);
    expect(alone.differences).toEqual([]);
  });
});
