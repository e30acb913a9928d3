import { Module } from '@nestjs/common';
import { PresenceController } from './presence.controller.js';
import { PresenceModule } from './presence.module.js';

@Module({ imports: [PresenceModule], controllers: [PresenceController] })
export class PresenceHttpModule {}
