import { Module } from '@nestjs/common';
import { ContactsController } from './holds/contacts.controller.js';
import { ContactComplianceController } from './decide/contact-compliance.controller.js';
import { ContactComplianceModule } from './contact-compliance.module.js';

@Module({
  imports: [ContactComplianceModule],
  controllers: [ContactsController, ContactComplianceController],
})
export class ContactComplianceHttpModule {}
