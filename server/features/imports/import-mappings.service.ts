import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import {
  ImportMapping,
  type ColumnSource,
  type FileReading,
  type ImportColumn,
  type ImportLook,
  type KeptMapping,
  type NamedMapping,
} from '../../../contract/cases/import-mapping.js';
import type { ImportKind } from '../../../contract/cases/imports.js';
import type { Actor } from '../../platform/auth/actor.js';
import { Ids } from '../../platform/db/ids.js';
import { UnitOfWork } from '../../platform/db/unit-of-work.js';
import { AppError } from '../../platform/http/app-error.js';
import { columnNamed, headingsOf } from '../../domain/imports/headings.rules.js';
import { ImportMappingEntity } from '../../domain/imports/import-mapping.entity.js';
import { kindOf, notationOf, proposedColumns } from '../../domain/imports/mapping.rules.js';
import { Institution } from '../../domain/institutions/institution.entity.js';
import { lookInto } from './import-source.reader.js';
import { ImportsQueries } from './imports.queries.js';

const SHOWN_ROWS = 5;
/** Rows by which days and amounts are told apart. */
const JUDGED_ROWS = 200;
const MAX_INSTITUTIONS = 200;
const MAX_KEPT = 50;

/** How files of the sender's institution are read: proposed for a file that nobody has seen, and kept by name. */
@Injectable()
export class ImportMappingsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly uow: UnitOfWork,
    private readonly ids: Ids,
    private readonly imports: ImportsQueries,
  ) {}

  /** @throws import.format, import.tooHeavy */
  async look(actor: Actor, bytes: Buffer, reading: FileReading): Promise<ImportLook> {
    const { first, isWorkbook, ...notation } = await lookInto(bytes, reading, JUDGED_ROWS);
    const [header, ...rows] = first;
    const headings = headingsOf(header!);
    const [kept, reachable, institutions] = await Promise.all([
      this.kept(actor),
      this.imports.queues(actor),
      this.institutions(actor),
    ]);
    const queues = reachable.map(({ queueCode }) => queueCode);
    const fitting = kept.filter(({ mapping }) => fits(mapping, headings, reading));
    const kind = reading.kind ?? kindOf(headings);
    const columns = [
      ...proposedColumns(kind, headings),
      ...onlyOne(kind, headings, { institutionCode: institutions, queueCode: queues }),
    ];
    const proposal = { kind, ...notation, columns, ...notationOf(columns, headings, rows) };
    return {
      isWorkbook,
      headings,
      rows: rows.slice(0, SHOWN_ROWS),
      mapping: fitting[0] ? { ...fitting[0].mapping, ...notation } : proposal,
      kept: fitting,
      institutions,
      queues,
    };
  }

  /** Under a name that is known already the newer stays. */
  async keep(actor: Actor, { name, ...content }: NamedMapping): Promise<void> {
    if (!name) return;
    const id = await this.ids.take();
    await this.uow.transact(actor, async (tx) => {
      await tx.manager
        .createQueryBuilder()
        .insert()
        .into(ImportMappingEntity)
        .values({ id, institutionId: actor.institutionId, name, content, updatedAt: tx.now })
        .orUpdate(['content', 'updated_at'])
        .execute();
    });
  }

  /** @throws request.notFound */
  async delete(actor: Actor, id: number): Promise<void> {
    await this.uow.transact(actor, async (tx) => {
      const { affected } = await tx.manager.delete(ImportMappingEntity, {
        id,
        institutionId: actor.institutionId,
      });
      if (!affected) throw new AppError('request.notFound');
    });
  }

  /** Mappings of the institution; one that an older release wrote and this one does not read is left out. */
  private async kept({ institutionId }: Actor): Promise<KeptMapping[]> {
    const rows = await this.dataSource.getRepository(ImportMappingEntity).find({
      where: { institutionId },
      order: { updatedAt: 'DESC', id: 'DESC' },
      take: MAX_KEPT,
    });
    return rows.flatMap(({ id, name, content }) => {
      const { data: mapping } = ImportMapping.safeParse(content);
      return mapping ? [{ id, name, mapping }] : [];
    });
  }

  private async institutions({ institutionIds }: Actor): Promise<string[]> {
    const rows = await this.dataSource.getRepository(Institution).find({
      select: { code: true },
      where: { id: In([...institutionIds]) },
      order: { code: 'ASC' },
      take: MAX_INSTITUTIONS,
    });
    return rows.map(({ code }) => code);
  }
}

function fits(mapping: ImportMapping, headings: readonly string[], { kind }: FileReading): boolean {
  return (
    (kind === undefined || kind === mapping.kind) &&
    mapping.columns.every(({ heading }) => heading === undefined || headings.includes(heading))
  );
}

/** Where the file does not say it and there is nothing to choose, every row is of the one there is. */
function onlyOne(
  kind: ImportKind,
  headings: readonly string[],
  codes: Partial<Record<ImportColumn, readonly string[]>>,
): ColumnSource[] {
  if (kind === 'LEDGER') return [];
  const named = new Set(headings.map(columnNamed));
  return (Object.entries(codes) as [ImportColumn, readonly string[]][]).flatMap(([column, all]) =>
    all.length === 1 && !named.has(column) ? [{ column, constant: all[0]! }] : [],
  );
}
