import { Controller, Get, Query } from '@nestjs/common';
import { BehaviourFilter } from '../../../contract/supervision/behaviour.js';
import { CallFilter } from '../../../contract/contact/calls.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { Allow } from '../../platform/auth/allow.js';
import { Summary } from '../../platform/http/summary.js';
import { RecordFilesService } from './record-files.service.js';

@Controller()
export class MonitoringController {
  constructor(private readonly files: RecordFilesService) {}

  @Summary('Make a file of what people did')
  @Get('user/behavior/export')
  @Allow('monitor:export')
  behaviours(@CurrentActor() actor: Actor, @Query({ schema: BehaviourFilter }) filter: BehaviourFilter) {
    return this.files.takeBehaviours(actor, filter);
  }

  @Summary('Make a file of calls')
  @Get('softPhone/callRecordExport')
  @Allow('monitor:export')
  calls(@CurrentActor() actor: Actor, @Query({ schema: CallFilter }) filter: CallFilter) {
    return this.files.takeCalls(actor, filter);
  }
}
