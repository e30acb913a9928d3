import { Injectable, StreamableFile } from '@nestjs/common';
import { Settings } from '../../platform/settings/settings.js';
import type { Actor } from '../../platform/auth/actor.js';
import { Clock } from '../../platform/clock/clock.js';
import { Vault } from '../../platform/crypto/vault.js';
import { Database } from '../../platform/db/database.js';
import { UnitOfWork } from '../../platform/db/unit-of-work.js';
import { ExportsService } from '../../platform/exports/exports.service.js';
import { signedArchive } from '../../platform/files/signed-archive.js';
import { pdfOf } from '../../platform/pdf/pdf.js';
import { Site } from '../../platform/site/site.js';
import { documentOf } from '../../domain/evidence/document.rules.js';
import { sha256 } from '../../domain/evidence/evidence.rules.js';
import { actorsOf, recordOf } from '../../domain/evidence/record.rules.js';
import { accessDocument, heldBy, heldRow, type Held } from '../../domain/privacy/access.rules.js';
import { EvidenceQueries } from '../evidence/evidence.queries.js';
import { SealsService } from '../seals/seals.service.js';

/** All that we hold of a borrower who asks for it: by the table of what an erasure would take, and what was done with it. */
@Injectable()
export class AccessService {
  constructor(
    private readonly evidence: EvidenceQueries,
    private readonly clock: Clock,
    private readonly database: Database,
    private readonly uow: UnitOfWork,
    private readonly exports: ExportsService,
    private readonly vault: Vault,
    private readonly seals: SealsService,
    private readonly site: Site,
    private readonly settings: Settings,
  ) {}

  /** The log says it before the archive leaves. @throws case.notFound, export.quota */
  async archive(actor: Actor, caseId: number): Promise<StreamableFile> {
    const found = await this.evidence.of(actor, caseId);
    const { id: borrowerId, externalId } = found.borrower;
    const [names, held] = await Promise.all([
      this.evidence.names(found, actorsOf(found)),
      this.held(borrowerId),
    ]);
    const made = { at: this.clock.now(), by: actor.name, stage: this.site.mark().stage };
    const counsel = (await this.settings.of(actor.institutionId)).configured.legalSources.sources;
    const done = recordOf(found, { made, names, vault: this.vault, recordings: new Map(), counsel });
    const document = accessDocument(held, documentOf(done, names, null));
    const archive = await signedArchive(
      { 'datos.json': { json: { held, done } }, 'datos.pdf': await pdfOf(document) },
      (bytes) => this.seals.signBytes(bytes),
    );
    await this.uow.transact(actor, async (tx) => {
      // One borrower is one row of the day's quota.
      await this.exports.charge(tx, actor, 1);
      tx.emit('privacy.accessed', { caseId, borrowerId, sha256: sha256(archive) });
    });
    return new StreamableFile(archive, {
      type: 'application/zip',
      disposition: `attachment; filename="datos-${externalId.replace(/[^\w-]/g, '_')}.zip"`,
    });
  }

  private async held(borrowerId: number): Promise<Held> {
    const parts = heldBy(borrowerId).map(async ({ table, statement }) => {
      const rows = await this.database.rows<Record<string, unknown>>(statement);
      return [table, rows.map((row) => heldRow(table, row, this.vault))] as const;
    });
    return Object.fromEntries(await Promise.all(parts));
  }
}
