import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Softphone as Answer } from '../../../contract/softphones.js';
import type { Actor } from '../../platform/auth/actor.js';
import { Vault } from '../../platform/crypto/vault.js';
import { Softphone } from './softphone.entity.js';

@Injectable()
export class SoftphonesQueries {
  constructor(
    private readonly dataSource: DataSource,
    private readonly vault: Vault,
  ) {}

  /** The person's own softphone with its password, which nobody else gets. Null when none is assigned or it is disabled. */
  async mine(actor: Actor): Promise<Answer | null> {
    const found = await this.dataSource.manager.findOne(Softphone, {
      select: { id: true, supplier: true, extensionNumber: true, passwordEnc: true },
      where: { ownerId: actor.userId, status: 'ENABLED' },
    });
    if (!found) return null;
    const { supplier, extensionNumber, passwordEnc } = found;
    return { supplier, extensionNumber, password: this.vault.open(passwordEnc) };
  }
}
