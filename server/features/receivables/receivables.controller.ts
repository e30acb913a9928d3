import { Body, Controller, Post } from '@nestjs/common';
import { WriteOffDecision, WriteOffRequest } from '../../../contract/money/receivables.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { Allow } from '../../platform/auth/allow.js';
import { Summary } from '../../platform/http/summary.js';
import { ReceivablesService } from './receivables.service.js';

@Controller('receivable')
export class ReceivablesController {
  constructor(private readonly receivables: ReceivablesService) {}

  @Summary('Ask to give up what is still owed')
  @Post('askWriteOff')
  @Allow('refund:decide')
  ask(@CurrentActor() actor: Actor, @Body({ schema: WriteOffRequest }) wish: WriteOffRequest) {
    return this.receivables.ask(actor, wish);
  }

  @Summary('Grant or refuse to give up what is owed')
  @Post('decideWriteOff')
  @Allow('refund:decide')
  decide(@CurrentActor() actor: Actor, @Body({ schema: WriteOffDecision }) decision: WriteOffDecision) {
    return this.receivables.decide(actor, decision);
  }
}
