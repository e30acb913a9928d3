import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type {
  QualitySheetChange,
  QualitySheetRow,
  QualitySheetsQuery,
} from '../../../contract/supervision/quality.js';
import type { Page } from '../../../contract/shared/page.js';
import type { Actor } from '../../platform/auth/actor.js';
import { placesOf } from '../../platform/auth/places.js';
import { checkVersion, insertNew, lockOne, saveChanges } from '../../platform/db/changes.js';
import { ClientRequest } from '../../platform/db/client-request.js';
import { Ids } from '../../platform/db/ids.js';
import { listPage } from '../../platform/db/list-page.js';
import { condition, sql } from '../../platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../platform/db/unit-of-work.js';
import { AppError, fieldError } from '../../platform/http/app-error.js';
import { QualitySheet } from '../../domain/quality/quality-sheet.entity.js';

type Saved = { id: number };

@Injectable()
export class QualitySheetsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly uow: UnitOfWork,
    private readonly ids: Ids,
  ) {}

  async list(actor: Actor, query: QualitySheetsQuery): Promise<Page<QualitySheetRow>> {
    const { institutionId } = query;
    const { result, totalCount } = await listPage(this.sheets(), query, {
      where: [
        placesOf(actor, sql`s.institution_id`),
        institutionId ? sql`s.institution_id = ${institutionId}` : undefined,
      ],
      usual: ['s.id', 'DESC'],
    });
    return { result: result.map(rowOf), totalCount };
  }

  /** @throws qualitySheet.notFound */
  async info(actor: Actor, id: number): Promise<QualitySheetRow> {
    const found = await this.sheets()
      .where(...condition(sql`s.id = ${id} AND ${placesOf(actor, sql`s.institution_id`)}`))
      .getOne();
    if (!found) throw new AppError('qualitySheet.notFound');
    return rowOf(found);
  }

  /** @throws institution.notFound, qualitySheet.notFound, entity.changed, request.reused */
  async save(actor: Actor, { clientRequestId, ...said }: QualitySheetChange): Promise<Saved> {
    const { id, version, ...form } = said;
    if (!actor.institutionIds.includes(form.institutionId))
      throw fieldError('institution.notFound', 'institutionId');
    const newId = await this.ids.take();
    const request = new ClientRequest<Saved>(actor, 'qualitySheet', clientRequestId, said);
    return request.once(
      (run) => this.uow.transact(actor, run),
      async (tx) => {
        const values = { ...form, updatedBy: actor.userId, updatedAt: tx.now };
        if (id === undefined) {
          const changes = await insertNew(tx, QualitySheet, { ...values, id: newId });
          keepQuestions(tx, newId, 1, form.questions);
          tx.emit('qualitySheet.created', { sheetId: newId, institutionId: form.institutionId, changes });
          return { id: newId };
        }
        const of = sql`s.id = ${id} AND ${placesOf(actor, sql`s.institution_id`)}`;
        const sheet = await lockOne(tx, QualitySheet, 's', of);
        if (!sheet) throw new AppError('qualitySheet.notFound');
        checkVersion(sheet, version, rowOf(sheet));
        const changes = await saveChanges(tx, sheet, values);
        if (changes) {
          keepQuestions(tx, id, sheet.version, form.questions);
          tx.emit('qualitySheet.changed', { sheetId: id, institutionId: form.institutionId, changes });
        }
        return { id };
      },
    );
  }

  private sheets() {
    return this.dataSource
      .createQueryBuilder(QualitySheet, 's')
      .leftJoinAndSelect('s.institution', 'i')
      .leftJoinAndSelect('s.modifier', 'u');
  }
}

function keepQuestions(tx: Tx, id: number, version: number, questions: string): void {
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
