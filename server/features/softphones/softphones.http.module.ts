import { Module } from '@nestjs/common';
import { ImportsModule } from '../imports/imports.module.js';
import { SheetUploadsModule } from '../sheet-uploads/sheet-uploads.module.js';
import { PhoneUploadsController } from './phone-uploads.controller.js';
import { SoftphonesController } from './softphones.controller.js';
import { SoftphonesModule } from './softphones.module.js';

@Module({
  imports: [ImportsModule, SheetUploadsModule, SoftphonesModule],
  controllers: [SoftphonesController, PhoneUploadsController],
})
export class SoftphonesHttpModule {}
