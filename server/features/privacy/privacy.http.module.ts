import { Module } from '@nestjs/common';
import { PrivacyController } from './privacy.controller.js';
import { PrivacyModule } from './privacy.module.js';

@Module({ imports: [PrivacyModule], controllers: [PrivacyController] })
export class PrivacyHttpModule {}
