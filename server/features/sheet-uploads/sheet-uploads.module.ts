import { Module } from '@nestjs/common';
import { SheetUploadsQueries } from './sheet-uploads.queries.js';
import { SheetUploadsService } from './sheet-uploads.service.js';

const providers = [SheetUploadsQueries, SheetUploadsService];

@Module({ providers, exports: providers })
export class SheetUploadsModule {}
