import { Module } from '@nestjs/common';
import { InstitutionsController } from './institutions.controller.js';
import { InstitutionsQueries } from './institutions.queries.js';

@Module({ providers: [InstitutionsQueries], controllers: [InstitutionsController] })
export class InstitutionsHttpModule {}
