import { Module } from '@nestjs/common';
import { ScoreCardsModule } from '../score-cards/score-cards.module.js';
import { CaseListQueries } from './case-list.queries.js';
import { CaseAudience } from './case-audience.js';
import { CasesQueries } from './cases.queries.js';
import { CasesService } from './cases.service.js';
import { PhonePolicy } from './phone-policy.js';
import { PlanQueries } from './plan.queries.js';
import { RecordsService } from './records.service.js';

const providers = [
  CaseAudience,
  CaseListQueries,
  CasesQueries,
  CasesService,
  PhonePolicy,
  PlanQueries,
  RecordsService,
];

@Module({ imports: [ScoreCardsModule], providers, exports: providers })
export class CasesModule {}
