import { Body, Controller, Post } from '@nestjs/common';
import { WriteOffDecision, WriteOffRequest } from '../../../contract/money/receivables.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { Allow } from '../../platform/auth/allow.js';
import { ReceivablesService } from './receivables.service.js';

@Controller('receivable')
export class ReceivablesController {
  constructor(private readonly receivables: ReceivablesService) {}

  @Post('askWriteOff')
  @Allow('refund:decide')
  ask(@CurrentActor() actor: Actor, @Body({ schema: WriteOffRequest }) wish: WriteOffRequest) {
    return this.receivables.ask(actor, wish);
  }

  @Post('decideWriteOff')
  @Allow('refund:decide')
  decide(@CurrentActor() actor: Actor, @Body({ schema: WriteOffDecision }) decision: WriteOffDecision) {
    return this.receivables.decide(actor, decision);
  }
}
