import { Module } from '@nestjs/common';
import { DecisionsQueries } from './decisions.queries.js';

@Module({ providers: [DecisionsQueries], exports: [DecisionsQueries] })
export class DecisionsModule {}
