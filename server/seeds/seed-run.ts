import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { PhoneCall } from '../domain/calls/phone-call.entity.js';
import { Message } from '../domain/messages/message.entity.js';
import { Payment } from '../domain/payments/payment.entity.js';
import { RepaymentCode } from '../domain/repayment-codes/repayment-code.entity.js';
import { User } from '../domain/users/user.entity.js';
import { Config } from '../platform/config/config.js';
import { Database } from '../platform/db/database.js';
import { emptyTables } from '../platform/db/owner/numbered-tables.js';
import { sql } from '../platform/db/sql.js';
import { SiteState } from '../platform/site/site-state.entity.js';

/** none: an empty database; done: seeded before; foreign: somebody's own data, never to be touched. */
export type SeedState = 'none' | 'begun' | 'done' | 'foreign';

/** Rows of a demo's past that look like a provider's: nobody outside took part in it. */
const INVENTED = [Message, PhoneCall, Payment, RepaymentCode];

/** Tables that migrations fill: a database without their rows is none of ours. */
const SHIPPED = ['site', 'contact_gate', 'complaint_cause'];

/** Remembers in demo_seed that the demo was seeded. The product does not know that table. */
@Injectable()
export class SeedRun {
  constructor(
    private readonly database: Database,
    private readonly dataSource: DataSource,
    private readonly config: Config,
  ) {}

  async state(): Promise<SeedState> {
    const run = await this.database.row<{ doneAt: Date | null }>(sql`
      SELECT done_at AS doneAt FROM demo_seed WHERE id = 1`);
    if (run) return run.doneAt ? 'done' : 'begun';
    const someone = await this.dataSource.getRepository(User).exists();
    return someone ? 'foreign' : 'none';
  }

  async begin(parameters: object): Promise<void> {
    await this.database.run(sql`
      INSERT INTO demo_seed (id, parameters, begun_at)
      VALUES (1, ${JSON.stringify(parameters)}, ${new Date()})`);
    await this.dataSource.getRepository(SiteState).update(1, { stage: 'DEMO' });
  }

  async finish(): Promise<void> {
    for (const entity of INVENTED)
      await this.dataSource.createQueryBuilder().update(entity).set({ simulated: true }).execute();
    await this.database.run(sql`UPDATE demo_seed SET done_at = ${new Date()} WHERE id = 1`);
  }

  /**
   * Empties the database of a seed that died half-way. Only a database whose marker says "begun" is emptied,
   * by the tables' owner: the application's user may not delete evidence.
   */
  async wipe(): Promise<void> {
    if ((await this.state()) !== 'begun') throw new Error('Only a half-made demo may be emptied');
    await emptyTables(this.config.migrateDatabaseUrl, [
      ...SHIPPED,
      'migration',
      'migration_step',
      'migration_lease',
      'demo_seed',
    ]);
    await this.database.run(sql`DELETE FROM demo_seed`);
  }
}
