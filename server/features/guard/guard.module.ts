import { Module } from '@nestjs/common';
import { ContactRulesService } from './contact-rules.service.js';
import { ContactableQueries } from './contactable.queries.js';
import { DeviceDataService } from './device-data.service.js';
import { GuarantorsService } from './guarantors.service.js';
import { GuardHistoryQueries } from './guard-history.queries.js';
import { GuardQueries } from './guard.queries.js';
import { GuardService } from './guard.service.js';
import { PoliciesService } from './policies.service.js';

const providers = [
  ContactRulesService,
  ContactableQueries,
  DeviceDataService,
  GuarantorsService,
  GuardHistoryQueries,
  GuardQueries,
  GuardService,
  PoliciesService,
];

@Module({ providers, exports: providers })
export class GuardModule {}
