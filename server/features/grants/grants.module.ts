import { Module } from '@nestjs/common';
import { InstitutionsService } from '../institutions/institutions.service.js';
import { GrantsService } from './grants.service.js';

@Module({ providers: [GrantsService, InstitutionsService], exports: [GrantsService] })
export class GrantsModule {}
