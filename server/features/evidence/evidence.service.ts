import { Injectable, StreamableFile } from '@nestjs/common';
import type { Actor } from '../../platform/auth/actor.js';
import { Clock } from '../../platform/clock/clock.js';
import { Vault } from '../../platform/crypto/vault.js';
import { Database } from '../../platform/db/database.js';
import { UnitOfWork } from '../../platform/db/unit-of-work.js';
import { ExportsService } from '../../platform/exports/exports.service.js';
import { signedArchive } from '../../platform/files/signed-archive.js';
import { SealedFiles } from '../../platform/files/sealed-files.js';
import { pdfOf } from '../../platform/pdf/pdf.js';
import { Settings } from '../../platform/settings/settings.js';
import { Site } from '../../platform/site/site.js';
import { documentOf } from '../../domain/evidence/document.rules.js';
import { actorsOf, recordOf, type Found } from '../../domain/evidence/record.rules.js';
import { FILES, sha256, type Proofs } from '../../domain/evidence/evidence.rules.js';
import { linksOfRows } from '../../domain/evidence/evidence.sql.js';
import type { Head } from '../../domain/seals/heads.rules.js';
import {
  EVENT_STREAM,
  OUTCOME_STREAM,
  RECEIPT_STREAM,
  type SealedStream,
} from '../../domain/seals/streams.rules.js';
import { SealsService } from '../seals/seals.service.js';
import { SealTreeService } from '../seals/seal-tree.service.js';
import { EvidenceQueries } from './evidence.queries.js';

const AT_ONCE = 1_000;

type Link = { id: number; seq: number; before: Buffer };

/**
 * A borrower's evidence as an archive that somebody without access checks by the public key alone: each decision and each event
 * leads by a path of hashes to a signed word.
 */
@Injectable()
export class EvidenceService {
  constructor(
    private readonly queries: EvidenceQueries,
    private readonly clock: Clock,
    private readonly database: Database,
    private readonly uow: UnitOfWork,
    private readonly exports: ExportsService,
    private readonly files: SealedFiles,
    private readonly vault: Vault,
    private readonly seals: SealsService,
    private readonly tree: SealTreeService,
    private readonly site: Site,
    private readonly settings: Settings,
  ) {}

  /** The log says it before the archive leaves. @throws case.notFound, export.quota */
  async archive(actor: Actor, caseId: number): Promise<StreamableFile> {
    const found = await this.queries.of(actor, caseId);
    const [names, recordings, proofs] = await Promise.all([
      this.queries.names(found, actorsOf(found)),
      this.recordings(found),
      this.proofs(found),
    ]);
    const made = { at: this.clock.now(), by: actor.name, stage: this.site.mark().stage };
    const counsel = (await this.settings.of(actor.institutionId)).configured.legalSources.sources;
    const content = recordOf(found, { made, names, recordings, counsel, vault: this.vault });
    const counts = { proved: proofs.rows.length, open: proofs.open.length };
    const archive = await signedArchive(
      {
        [FILES.record]: { json: content },
        [FILES.proofs]: { json: proofs },
        [FILES.document]: await pdfOf(documentOf(content, names, counts)),
      },
      (bytes) => this.seals.signBytes(bytes),
    );
    const rows = found.decisions.length + found.outcomes.length + found.events.length;
    await this.uow.transact(actor, async (tx) => {
      // One borrower is one row of the day's quota.
      await this.exports.charge(tx, actor, 1);
      tx.emit('evidence.taken', { caseId, borrowerId: found.borrower.id, rows, sha256: sha256(archive) });
    });
    return new StreamableFile(archive, {
      type: 'application/zip',
      disposition: `attachment; filename="evidence-${found.borrower.externalId.replace(/[^\w-]/g, '_')}.zip"`,
    });
  }

  /** SHA-256 of the sound of each call that has one. */
  private async recordings({ calls }: Found): Promise<Map<number, string>> {
    const sums = new Map<number, string>();
    for (const { id, recording } of calls) {
      const sound = recording && (await this.files.open('recordings', recording));
      if (sound) sums.set(id, sha256(sound));
    }
    return sums;
  }

  private async proofs({ decisions, outcomes, events }: Found): Promise<Proofs> {
    const all = await Promise.all([
      this.proofsOf(RECEIPT_STREAM, decisions),
      this.proofsOf(OUTCOME_STREAM, outcomes),
      this.proofsOf(EVENT_STREAM, events),
    ]);
    return {
      heads: all.flatMap(({ heads }) => heads),
      rows: all.flatMap(({ rows }) => rows),
      open: all.flatMap(({ open }) => open),
    };
  }

  /** By the newest signed word; a row that came after it, or before the chain began, has no proof. */
  private async proofsOf(stream: SealedStream, stored: readonly { id: number }[]): Promise<Proofs> {
    const head = await this.seals.newestRoot(stream);
    const links = new Map<number, Link>();
    for (let at = 0; head && at < stored.length; at += AT_ONCE) {
      const ids = stored.slice(at, at + AT_ONCE).map(({ id }) => id);
      const [found] = await this.database.readTogether<[Link]>(linksOfRows(stream, ids));
      for (const link of found) if (link.seq <= head.seq) links.set(link.id, link);
    }
    return {
      heads: head ? [head] : [],
      rows: head ? await this.ways(head, [...links.values()]) : [],
      open: stored.filter(({ id }) => !links.has(id)).map(({ id }) => ({ stream: stream.name, id })),
    };
  }

  private async ways({ stream, seq: size }: Head, links: readonly Link[]): Promise<Proofs['rows']> {
    const leaves = links.map(({ seq }) => seq - 1);
    const paths = await this.tree.paths(stream, leaves, size);
    return links.map(({ id, seq, before }, index) => ({
      ...{ stream, id, seq },
      before: before.toString('hex'),
      path: paths[index]!.map((hash) => hash.toString('hex')),
    }));
  }
}
