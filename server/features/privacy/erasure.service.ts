import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SYSTEM } from '../../platform/auth/actor.js';
import { Vault } from '../../platform/crypto/vault.js';
import { Database } from '../../platform/db/database.js';
import { UnitOfWork } from '../../platform/db/unit-of-work.js';
import { SealedFiles } from '../../platform/files/sealed-files.js';
import { Borrower } from '../../domain/borrowers/borrower.entity.js';
import { ERASED, erasureOf, filesOf } from '../../domain/privacy/erasure.rules.js';
import { PrivacyBlock } from '../../domain/privacy/privacy-block.entity.js';

/** Erases what says who a borrower is. Sealed events and decisions hold numbers alone, and stay. */
@Injectable()
export class ErasureService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly database: Database,
    private readonly uow: UnitOfWork,
    private readonly vault: Vault,
    private readonly files: SealedFiles,
  ) {}

  /** Killed anywhere it is begun anew: a file that is gone is gone, and the rows go in one transaction. */
  async erase(blockId: number): Promise<void> {
    const block = await this.dataSource.getRepository(PrivacyBlock).findOneBy({ id: blockId });
    if (block?.status !== 'ERASING') return;
    const { borrowerId, caseId, institutionId } = block;
    const files = await this.removeFiles(borrowerId);
    const sealed = this.vault.seal('');
    await this.uow.transact(SYSTEM, async (tx) => {
      const row = await tx.manager.findOne(PrivacyBlock, {
        where: { id: blockId },
        lock: { mode: 'pessimistic_write' },
      });
      if (row?.status !== 'ERASING') return;
      for (const part of ERASED) tx.write(erasureOf(part, borrowerId, sealed));
      await tx.manager.update(Borrower, borrowerId, { erasedAt: tx.now });
      await tx.manager.update(PrivacyBlock, blockId, { status: 'ERASED', endedAt: tx.now });
      tx.emit('privacy.erased', { caseId, borrowerId, institutionId, blockId, files });
    });
  }

  /** Those whose job was lost. */
  async reconcile(): Promise<void> {
    const left = await this.dataSource.getRepository(PrivacyBlock).findBy({ status: 'ERASING' });
    for (const { id } of left) await this.erase(id);
  }

  private async removeFiles(borrowerId: number): Promise<number> {
    let removed = 0;
    for (const part of ERASED) {
      const named = filesOf(part, borrowerId);
      if (!named) continue;
      const rows = await this.database.rows<{ name: string }>(named.statement);
      for (const { name } of rows) await this.files.remove(named.kind, name);
      removed += rows.length;
    }
    return removed;
  }
}
