import { Module } from '@nestjs/common';
import { ContactRulesService } from './contacts/contact-rules.service.js';
import { ContactableQueries } from './hours/contactable.queries.js';
import { GuarantorsService } from './contacts/guarantors.service.js';
import { GuardHistoryQueries } from './guard-history.queries.js';
import { PressureQueries } from './pressure.queries.js';
import { GuardQueries } from './guard.queries.js';
import { GuardService } from './guard.service.js';
import { LabBorrowers } from './policy/lab/lab-borrowers.js';
import { PolicyLabService } from './policy/lab/policy-lab.service.js';
import { PoliciesQueries } from './policy/policies.queries.js';
import { PoliciesService } from './policy/policies.service.js';

const providers = [
  ContactRulesService,
  ContactableQueries,
  GuarantorsService,
  GuardHistoryQueries,
  PressureQueries,
  GuardQueries,
  GuardService,
  LabBorrowers,
  PoliciesQueries,
  PoliciesService,
  PolicyLabService,
];

@Module({
  providers,
  exports: providers,
})
export class GuardModule {}
