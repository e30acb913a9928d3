import { webcrypto } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ImportMapping } from '../../../contract/cases/import-mapping.js';
import type { ImportError } from '../../../contract/cases/imports.js';
import { CORRECTIONS_HEAD } from '../../../contract/team/schedule-sheets.js';
import type { Language } from '../../../contract/codes.js';
import type { Actor } from '../../platform/auth/actor.js';
import { fieldError } from '../../platform/http/app-error.js';
import { csvRows } from '../../platform/http/csv.js';
import { messageOf } from '../../platform/http/messages.js';
import { ImportRun } from '../../domain/imports/import-run.entity.js';
import { MAX_ERRORS } from '../../domain/imports/refused-rows.sql.js';
import { rowsOfLines } from './import-source.reader.js';
import { ImportsQueries } from './imports.queries.js';

/**
 * The rows that an import refused, as its file has them. The file is sent again for it: kept here, it would be personal
 * data of people who are nobody's borrowers.
 */
@Injectable()
export class RefusedRowsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly queries: ImportsQueries,
  ) {}

  /**
   * @param mapping by which it was imported: reasons name its headings
   * @returns CSV with the file's own headings and, behind them, one of reasons
   * @throws request.notFound, import.otherFile when the run has read another file, import.format, import.tooHeavy
   */
  async csv(actor: Actor, importId: number, bytes: Buffer, mapping?: ImportMapping): Promise<string> {
    await this.queries.run(actor, importId);
    const { fileHash } = await this.dataSource.getRepository(ImportRun).findOneByOrFail({ id: importId });
    const hash = await webcrypto.subtle.digest('SHA-256', bytes);
    if (!fileHash.equals(Buffer.from(hash))) throw fieldError('import.otherFile', 'file');
    const errors = await this.queries.errors(importId, MAX_ERRORS);
    const reasons = reasonsByLine(errors, actor.language, mapping);
    const { header, rows, separator } = await rowsOfLines(bytes, new Set(reasons.keys()), mapping);
    const lines = rows.map(({ line, values }) => [
      ...header.map((_, at) => values?.[at] ?? ''),
      (reasons.get(line) ?? []).join('; '),
    ]);
    return csvRows([[...header, CORRECTIONS_HEAD[actor.language]], ...lines], separator);
  }
}

function reasonsByLine(
  errors: readonly ImportError[],
  language: Language,
  mapping?: ImportMapping,
): Map<number, string[]> {
  const headings = new Map<string, string | undefined>(
    mapping?.columns.map(({ column, heading }) => [column, heading]),
  );
  const found = new Map<number, string[]>();
  for (const { line, field, reason } of errors) {
    const words = messageOf(`cell.${reason}`, language);
    const text = field === 'row' ? words : `${headings.get(field) ?? field}: ${words}`;
    found.set(line, [...(found.get(line) ?? []), text]);
  }
  return found;
}
