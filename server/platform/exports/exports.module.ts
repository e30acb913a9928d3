import { Module } from '@nestjs/common';
import { ExportFilesQueries } from './export-files.queries.js';
import { ExportFilesService } from './export-files.service.js';
import { ExportsService } from './exports.service.js';

const providers = [ExportFilesQueries, ExportFilesService, ExportsService];

@Module({ providers, exports: providers })
export class ExportsModule {}
