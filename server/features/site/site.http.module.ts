import { Module } from '@nestjs/common';
import { SiteController } from './site.controller.js';
import { SiteModule } from './site.module.js';

@Module({ imports: [SiteModule], controllers: [SiteController] })
export class SiteHttpModule {}
