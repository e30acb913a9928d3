import { Body, Controller, Post } from '@nestjs/common';
import { AddBehaviour } from '../../../contract/behaviour.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { AllowSession } from '../../platform/auth/allow.js';
import { RequestOrigin, type Origin } from '../../platform/auth/origin.js';
import { BehavioursService } from './behaviours.service.js';

@Controller('user/behavior')
export class BehaviourController {
  constructor(private readonly behaviours: BehavioursService) {}

  @Post('add')
  @AllowSession()
  add(
    @CurrentActor() actor: Actor,
    @Body({ schema: AddBehaviour }) body: AddBehaviour,
    @RequestOrigin() { address }: Origin,
  ) {
    return this.behaviours.add(actor, body, address);
  }
}
