import { Module } from '@nestjs/common';
import { PhoneSheetService } from './phone-sheet.service.js';
import { SoftphonesQueries } from './softphones.queries.js';
import { SoftphonesService } from './softphones.service.js';

const providers = [PhoneSheetService, SoftphonesQueries, SoftphonesService];

@Module({ providers, exports: providers })
export class SoftphonesModule {}
