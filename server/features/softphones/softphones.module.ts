import { Module } from '@nestjs/common';
import { SoftphonesQueries } from './softphones.queries.js';

@Module({ providers: [SoftphonesQueries], exports: [SoftphonesQueries] })
export class SoftphonesModule {}
