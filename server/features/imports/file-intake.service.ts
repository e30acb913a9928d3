import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ImportMapping } from '../../../contract/cases/import-mapping.js';
import { AppError } from '../../platform/http/app-error.js';
import { ImportMappingEntity } from '../../domain/imports/import-mapping.entity.js';
import { openPath } from './import-source.reader.js';
import { ImportsService, type ImportTotals } from './imports.service.js';

/** Files that lie on the host: nobody's but the operator's, for all institutions, and released at once. */
@Injectable()
export class FileIntakeService {
  constructor(
    private readonly imports: ImportsService,
    private readonly dataSource: DataSource,
  ) {}

  /**
   * @param mapping the lender's own headings; without it the file has those of the product
   * @throws import.format, import.header, import.heading, import.tooHeavy, request.tooLarge
   */
  async take(path: string, mapping?: ImportMapping): Promise<ImportTotals> {
    const { kind, rows } = await openPath(path, mapping);
    const options = { fileName: basename(path), fileHash: await hashOf(path) };
    return this.imports.resume(await this.imports.begin(kind, options), kind, rows, options);
  }

  /** The mapping that was kept under this name in the browser. @throws request.notFound where none was, or several institutions have one */
  async mapping(name: string): Promise<ImportMapping> {
    const found = await this.dataSource.getRepository(ImportMappingEntity).findBy({ name });
    const { data } = ImportMapping.safeParse(found.length === 1 ? found[0]!.content : null);
    if (!data) throw new AppError('request.notFound');
    return data;
  }
}

async function hashOf(path: string): Promise<Buffer> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest();
}
