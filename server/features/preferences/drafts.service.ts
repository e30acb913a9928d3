import { Injectable } from '@nestjs/common';
import {
  CaseDraft,
  type DraftAnswer,
  type DraftSave,
  type StoredDraft,
} from '../../../contract/preferences.js';
import type { Actor } from '../../platform/auth/actor.js';
import { caseFor, casesOf } from '../../platform/auth/scope.js';
import { Vault } from '../../platform/crypto/vault.js';
import { Database } from '../../platform/db/database.js';
import { sql } from '../../platform/db/sql.js';
import { UnitOfWork } from '../../platform/db/unit-of-work.js';
import { AppError } from '../../platform/http/app-error.js';

interface Sealed {
  version: number;
  sealed: Buffer;
}

/**
 * Unsaved input of a person on a case: visible only to that person, on every browser, while the case is in their scope.
 * Encrypted, since a note is personal. No events, since nobody else reads drafts.
 */
@Injectable()
export class DraftsService {
  constructor(
    private readonly database: Database,
    private readonly uow: UnitOfWork,
    private readonly vault: Vault,
  ) {}

  /** @throws case.notFound */
  async read(actor: Actor, caseId: number): Promise<StoredDraft | null> {
    const [found] = await this.database.rows<{ version: number | null; sealed: Buffer | null }>(sql`
      SELECT d.version, d.draft_enc AS sealed FROM collection_case c
      LEFT JOIN case_draft d ON d.case_id = c.id AND d.user_id = ${actor.userId}
      WHERE c.id = ${caseId} AND ${casesOf(actor)}`);
    if (!found) throw new AppError('case.notFound');
    if (found.version === null || found.sealed === null) return null;
    const draft = this.open(found.sealed);
    return draft && { version: found.version, draft };
  }

  /** Keeps the draft, unless one of a higher (or the same) version is kept already: then answers that. @throws case.notFound */
  async save(actor: Actor, caseId: number, { version, draft }: DraftSave): Promise<DraftAnswer> {
    const sealed = this.vault.seal(JSON.stringify(draft));
    return this.uow.transact(actor, async (tx) => {
      const [[owned], [kept]] = await tx.read<[object, Sealed]>(
        caseFor(actor, caseId),
        sql`SELECT version, draft_enc AS sealed FROM case_draft
            WHERE user_id = ${actor.userId} AND case_id = ${caseId} FOR UPDATE`,
      );
      if (!owned) throw new AppError('case.notFound');
      const newer = kept && kept.version >= version ? this.open(kept.sealed) : null;
      if (kept && newer) return { version: kept.version, newer };
      // Two first saves at once: the higher version stays, in either order.
      tx.write(sql`
        INSERT INTO case_draft (user_id, case_id, version, draft_enc, updated_at)
        VALUES (${actor.userId}, ${caseId}, ${version}, ${sealed}, ${tx.now})
        ON DUPLICATE KEY UPDATE draft_enc = IF(VALUES(version) > version, VALUES(draft_enc), draft_enc),
          version = GREATEST(version, VALUES(version)), updated_at = VALUES(updated_at)`);
      return { version, newer: null };
    });
  }

  /** Deletes the draft once it is saved or discarded; a repetition changes nothing. @throws case.notFound */
  async delete(actor: Actor, caseId: number): Promise<void> {
    await this.uow.transact(actor, async (tx) => {
      const [[owned]] = await tx.read<[object]>(caseFor(actor, caseId));
      if (!owned) throw new AppError('case.notFound');
      tx.write(sql`DELETE FROM case_draft WHERE user_id = ${actor.userId} AND case_id = ${caseId}`);
    });
  }

  /** Null when this release does not understand what an older one wrote. */
  private open(sealed: Buffer): CaseDraft | null {
    return CaseDraft.safeParse(JSON.parse(this.vault.open(sealed))).data ?? null;
  }
}
