import { Module } from '@nestjs/common';
import { GoLiveService } from './go-live.service.js';
import { SiteService } from './site.service.js';

@Module({ providers: [GoLiveService, SiteService], exports: [GoLiveService, SiteService] })
export class SiteModule {}
