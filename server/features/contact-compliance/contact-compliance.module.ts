import { Module } from '@nestjs/common';
import { ContactRulesService } from './holds/contact-rules.service.js';
import { ContactableQueries } from './decide/contactable.queries.js';
import { GuarantorsService } from './holds/guarantors.service.js';
import { ComplianceHistoryQueries } from './decide/compliance-history.queries.js';
import { PressureQueries } from './pressure/pressure.queries.js';
import { ContactComplianceQueries } from './decide/contact-compliance.queries.js';
import { ContactComplianceService } from './decide/contact-compliance.service.js';
import { SimulationBorrowersQueries } from './policy/lab/simulation-borrowers.queries.js';
import { PolicySimulationService } from './policy/lab/policy-simulation.service.js';
import { PoliciesQueries } from './policy/policies.queries.js';
import { PoliciesService } from './policy/policies.service.js';

const providers = [
  ContactRulesService,
  ContactableQueries,
  GuarantorsService,
  ComplianceHistoryQueries,
  PressureQueries,
  ContactComplianceQueries,
  ContactComplianceService,
  SimulationBorrowersQueries,
  PoliciesQueries,
  PoliciesService,
  PolicySimulationService,
];

@Module({
  providers,
  exports: providers,
})
export class ContactComplianceModule {}
