import { Module } from '@nestjs/common';
import { SoftphonesController } from './softphones.controller.js';
import { SoftphonesModule } from './softphones.module.js';

@Module({ imports: [SoftphonesModule], controllers: [SoftphonesController] })
export class SoftphonesHttpModule {}
