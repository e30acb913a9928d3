import { Module } from '@nestjs/common';
import { ComplaintMonthsQueries } from './complaint-months.queries.js';
import { ComplaintMonthsService } from './complaint-months.service.js';
import { ComplaintReportQueries } from './complaint-report.queries.js';
import { ComplaintsQueries } from './complaints.queries.js';
import { ComplaintsService } from './complaints.service.js';
import { NewComplaintsService } from './new-complaints.service.js';

const providers = [
  ...[ComplaintReportQueries, ComplaintsQueries, ComplaintsService, NewComplaintsService],
  ...[ComplaintMonthsQueries, ComplaintMonthsService],
];

@Module({ providers, exports: providers })
export class ComplaintsModule {}
