import { Module } from '@nestjs/common';
import { ContactsController } from './holds/contacts.controller.js';
import { GuardController } from './decide/guard.controller.js';
import { GuardModule } from './guard.module.js';

@Module({ imports: [GuardModule], controllers: [ContactsController, GuardController] })
export class GuardHttpModule {}
