import { Injectable } from '@nestjs/common';
import type { Softphone } from '../../../contract/softphones.js';
import type { Actor } from '../../platform/auth/actor.js';
import { Vault } from '../../platform/crypto/vault.js';
import { Database } from '../../platform/db/database.js';
import { sql } from '../../platform/db/sql.js';

interface StoredSoftphone {
  supplier: string;
  extensionNumber: string;
  passwordEnc: Buffer;
}

@Injectable()
export class SoftphonesQueries {
  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
  ) {}

  /** The person's own softphone with its password, which nobody else gets. Null when none is assigned or it is disabled. */
  async mine(actor: Actor): Promise<Softphone | null> {
    const row = await this.database.row<StoredSoftphone>(sql`
      SELECT s.supplier, s.extension_number AS extensionNumber, s.password_enc AS passwordEnc FROM softphone s
      WHERE s.owner_id = ${actor.userId} AND s.status = 'ENABLED'`);
    if (!row) return null;
    const { passwordEnc, ...softphone } = row;
    return { ...softphone, password: this.vault.open(passwordEnc) };
  }
}
