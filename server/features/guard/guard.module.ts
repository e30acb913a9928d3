import { Module } from '@nestjs/common';
import { ContactRulesService } from './contacts/contact-rules.service.js';
import { ContactableQueries } from './hours/contactable.queries.js';
import { DeviceDataService } from './policy/device-data.service.js';
import { GuarantorsService } from './contacts/guarantors.service.js';
import { GuardHistoryQueries } from './guard-history.queries.js';
import { GuardQueries } from './guard.queries.js';
import { GuardService } from './guard.service.js';
import { PoliciesQueries } from './policy/policies.queries.js';
import { PoliciesService } from './policy/policies.service.js';

const providers = [
  ContactRulesService,
  ContactableQueries,
  DeviceDataService,
  GuarantorsService,
  GuardHistoryQueries,
  GuardQueries,
  GuardService,
  PoliciesQueries,
  PoliciesService,
];

@Module({
  providers,
  exports: providers,
})
export class GuardModule {}
