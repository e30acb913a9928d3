import { Module } from '@nestjs/common';
import { SheetUploadsModule } from '../sheet-uploads/sheet-uploads.module.js';
import { PhoneUploadsController } from './phone-uploads.controller.js';
import { SoftphonesController } from './softphones.controller.js';
import { SoftphonesModule } from './softphones.module.js';

@Module({
  imports: [SheetUploadsModule, SoftphonesModule],
  controllers: [SoftphonesController, PhoneUploadsController],
})
export class SoftphonesHttpModule {}
