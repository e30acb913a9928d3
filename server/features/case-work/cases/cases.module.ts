import { Module } from '@nestjs/common';
import { PrioritiesModule } from '../../settings/priorities/priorities.module.js';
import { ExportsModule } from '../../../platform/exports/exports.module.js';
import { ContactComplianceModule } from '../../contact-compliance/contact-compliance.module.js';
import { StopsModule } from '../../stops/stops.module.js';
import { ScoreCardsModule } from '../score-cards/score-cards.module.js';
import { CaseExportService } from './list/case-export.service.js';
import { CaseListQueries } from './list/case-list.queries.js';
import { CaseAudience } from './case-audience.service.js';
import { CaseLaneQueries } from './list/case-lane.queries.js';
import { CasesQueries } from './cases.queries.js';
import { BindingsService } from './moves/bindings.service.js';
import { CaseMovesService } from './moves/case-moves.service.js';
import { HandBackService } from './moves/hand-back.service.js';
import { PlanQueries } from './plan.queries.js';
import { RecordUndoService } from './records/record-undo.service.js';
import { FirstContactService } from './records/first-contact.service.js';
import { RecordsService } from './records/records.service.js';

const providers = [
  BindingsService,
  CaseAudience,
  CaseExportService,
  CaseLaneQueries,
  CaseListQueries,
  CasesQueries,
  CaseMovesService,
  HandBackService,
  PlanQueries,
  RecordUndoService,
  FirstContactService,
  RecordsService,
];

@Module({
  imports: [ExportsModule, ContactComplianceModule, PrioritiesModule, ScoreCardsModule, StopsModule],
  providers,
  exports: providers,
})
export class CasesModule {}
