import { Module } from '@nestjs/common';
import { ComplaintReportQueries } from './complaint-report.queries.js';
import { ComplaintsQueries } from './complaints.queries.js';
import { ComplaintsService } from './complaints.service.js';
import { NewComplaintsService } from './new-complaints.service.js';

const providers = [ComplaintReportQueries, ComplaintsQueries, ComplaintsService, NewComplaintsService];

@Module({ providers, exports: providers })
export class ComplaintsModule {}
