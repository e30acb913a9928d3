import { Injectable } from '@nestjs/common';
import { DataSource, IsNull } from 'typeorm';
import { Vault } from '../../platform/crypto/vault.js';
import { Database } from '../../platform/db/database.js';
import { Ids } from '../../platform/db/ids.js';
import { rowsOf, sql } from '../../platform/db/sql.js';
import { Agency } from '../../domain/agencies/agency.entity.js';
import { AgencyNumber } from '../../domain/agencies/agency-number.entity.js';
import { Institution } from '../../domain/institutions/institution.entity.js';
import type { SeedUser } from '../actors.js';
import { Random } from '../generators/random.js';

const SUPPLIERS = ['Telvoz', 'Lunar'] as const;
/** Numbers that belong to nobody. */
const NUMBERS = ['+525555550100', '+525555550101', '+525555550102'];
const COMPLAINTS_NUMBER = '+525555550110';
const FIRST_EXTENSION = 8_001;
const ROWS_PER_STATEMENT = 500;

@Injectable()
export class SoftphonesSeed {
  constructor(
    private readonly database: Database,
    private readonly ids: Ids,
    private readonly vault: Vault,
    private readonly dataSource: DataSource,
  ) {}

  async plant(collectors: readonly SeedUser[], seed: number, now: Date): Promise<void> {
    await this.register(now);
    const owners = collectors.filter((_, index) => index % 3 !== 2);
    const ids = await this.ids.takeMany(owners.length);
    const random = new Random(seed, 31);
    const rows = owners.map(({ id, institutionId }, index) => {
      const password = this.vault.seal(`${random.digits(4)}-${random.digits(4)}`);
      const extension = String(FIRST_EXTENSION + index);
      const number = NUMBERS[index % NUMBERS.length];
      return [
        ids[index],
        institutionId,
        SUPPLIERS[index % 2],
        extension,
        number,
        password,
        id,
        now,
        now,
        now,
      ];
    });
    for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT) {
      await this.database.run(sql`
        INSERT INTO softphone (id, institution_id, supplier, extension_number, caller_number, password_enc, owner_id,
          bound_at, created_at, updated_at)
        VALUES ${rowsOf(rows.slice(from, from + ROWS_PER_STATEMENT))}`);
    }
    await this.database.run(sql`
      INSERT INTO softphone_binding (softphone_id, user_id, bound_at)
      SELECT id, owner_id, bound_at FROM softphone WHERE owner_id IS NOT NULL`);
  }

  /** The lender calls by itself: its register has one agency, and the numbers from which its people call. */
  private async register(now: Date): Promise<void> {
    const { manager } = this.dataSource;
    const house = await manager.findOneByOrFail(Institution, { parentId: IsNull() });
    const id = await this.ids.take();
    await manager.insert(Agency, {
      ...{ id, institutionId: house.id, name: house.name, numbers: NUMBERS.join('\n'), updatedAt: now },
      ...{ phone: COMPLAINTS_NUMBER, mail: 'quejas@recoup.example', peopleInCharge: 'Yolanda Rojas' },
    });
    await manager.insert(
      AgencyNumber,
      NUMBERS.map((number) => ({ number, agencyId: id })),
    );
  }
}
