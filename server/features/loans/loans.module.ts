import { Module } from '@nestjs/common';
import { LoansQueries } from './loans.queries.js';

@Module({ providers: [LoansQueries], exports: [LoansQueries] })
export class LoansModule {}
