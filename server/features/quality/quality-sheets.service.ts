import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import {
  QualitySheetChange,
  type QualitySheetForm,
  type QualitySheetRow,
  type QualitySheetsQuery,
  type QualitySheetVersion,
} from '../../../contract/supervision/quality.js';
import type { Page } from '../../../contract/shared/page.js';
import type { Actor } from '../../platform/auth/actor.js';
import { institutionsIn } from '../../platform/auth/institution-scope.js';
import { ConfiguredEntity, type Written } from '../../platform/db/configured-entity.js';
import { Ids } from '../../platform/db/ids.js';
import { listPage } from '../../platform/db/lists/list-page.js';
import { condition, sql } from '../../platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../platform/db/unit-of-work.js';
import { AppError } from '../../platform/http/app-error.js';
import { QualitySample } from '../../domain/quality/quality-sample.entity.js';
import { QualitySheetVersion as KeptVersion } from '../../domain/quality/quality-sheet-version.entity.js';
import { QualitySheet } from '../../domain/quality/quality-sheet.entity.js';

@Injectable()
export class QualitySheetsService extends ConfiguredEntity<QualitySheet, QualitySheetForm> {
  readonly entity = QualitySheet;
  readonly noun = 'qualitySheet';
  protected readonly input = QualitySheetChange;
  protected readonly notFound = 'qualitySheet.notFound';

  constructor(
    uow: UnitOfWork,
    ids: Ids,
    private readonly dataSource: DataSource,
  ) {
    super(uow, ids);
  }

  async list(actor: Actor, query: QualitySheetsQuery): Promise<Page<QualitySheetRow>> {
    const { institutionId } = query;
    const { result, totalCount } = await listPage(this.sheets(), query, {
      where: [
        institutionsIn(actor, sql`s.institution_id`),
        institutionId ? sql`s.institution_id = ${institutionId}` : undefined,
      ],
      defaultSort: ['s.id', 'DESC'],
    });
    return { result: result.map(rowOf), totalCount };
  }

  /** @throws qualitySheet.notFound */
  async info(actor: Actor, id: number): Promise<QualitySheetRow> {
    const found = await this.sheets()
      .where(...condition(sql`s.id = ${id} AND ${institutionsIn(actor, sql`s.institution_id`)}`))
      .getOne();
    if (!found) throw new AppError('qualitySheet.notFound');
    return rowOf(found);
  }

  /** @throws qualitySheet.notFound */
  async versions(actor: Actor, id: number): Promise<QualitySheetVersion[]> {
    await this.info(actor, id);
    const versions = await this.dataSource.getRepository(KeptVersion).find({
      where: { sheetId: id },
      order: { version: 'DESC' },
    });
    const drawn = await this.dataSource
      .createQueryBuilder(QualitySample, 'm')
      .select('m.sheetVersion', 'version')
      .addSelect('COUNT(*)', 'samples')
      .where('m.sheetId = :id', { id })
      .groupBy('m.sheetVersion')
      .getRawMany<{ version: number; samples: string }>();
    const counts = new Map(drawn.map(({ version, samples }) => [version, Number(samples)]));
    return versions.map(({ version, questions }) => ({
      ...{ version, questions, samples: counts.get(version) ?? 0 },
    }));
  }

  protected columns(_: Tx, form: QualitySheetForm) {
    return Promise.resolve(form);
  }

  protected inForce(sheet: QualitySheet) {
    return rowOf(sheet);
  }

  protected override emit(tx: Tx, written: Written<QualitySheet>): void {
    keepQuestions(tx, written.row);
    super.emit(tx, written);
  }

  private sheets() {
    return this.dataSource
      .createQueryBuilder(QualitySheet, 's')
      .leftJoinAndSelect('s.institution', 'i')
      .leftJoinAndSelect('s.modifier', 'u');
  }
}

function keepQuestions(tx: Tx, { id, version, questions }: QualitySheet): void {
  tx.write(sql`
    INSERT INTO quality_sheet_version (sheet_id, version, questions) VALUES (${id}, ${version}, ${questions})
    ON DUPLICATE KEY UPDATE questions = VALUES(questions)`);
}

function rowOf(sheet: QualitySheet): QualitySheetRow {
  const { id, version, institutionId, name, questions, perDay, minSeconds, enabled, updatedAt } = sheet;
  return {
    ...{ id, version, institutionId, name, questions, perDay, minSeconds, enabled },
    institutionName: sheet.institution?.name ?? '',
    updatedBy: sheet.modifier?.name ?? null,
    updatedAt: updatedAt.toISOString(),
  };
}
