import { Module } from '@nestjs/common';
import { ImportsController } from './imports.controller.js';
import { ImportsModule } from './imports.module.js';

@Module({ imports: [ImportsModule], controllers: [ImportsController] })
export class ImportsHttpModule {}
