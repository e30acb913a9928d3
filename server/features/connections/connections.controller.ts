import { Body, Controller, Get, Post } from '@nestjs/common';
import {
  ConnectionDecision,
  ConnectionRequest,
  ConnectionTest,
  ConnectionWithdrawal,
} from '../../../contract/administration/connections.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { Allow } from '../../platform/auth/allow.js';
import { Summary } from '../../platform/http/summary.js';
import { ConnectionTestsService } from './connection-tests.service.js';
import { ConnectionsQueries } from './connections.queries.js';
import { ConnectionsService } from './connections.service.js';

@Controller('connection')
export class ConnectionsController {
  constructor(
    private readonly queries: ConnectionsQueries,
    private readonly connections: ConnectionsService,
    private readonly tests: ConnectionTestsService,
  ) {}

  @Summary('List providers as they are connected, and the changes that wait')
  @Get('list')
  @Allow('approval:decide', { topmost: true })
  list(@CurrentActor() actor: Actor) {
    return this.queries.list(actor);
  }

  @Summary("Ask a second administrator for a provider's address and secret")
  @Post('request')
  @Allow('approval:decide', { topmost: true })
  request(@CurrentActor() actor: Actor, @Body({ schema: ConnectionRequest }) wish: ConnectionRequest) {
    return this.connections.request(actor, wish);
  }

  @Summary('Approve or refuse a change of a connection that somebody else asked for')
  @Post('decide')
  @Allow('approval:decide', { topmost: true })
  decide(@CurrentActor() actor: Actor, @Body({ schema: ConnectionDecision }) decision: ConnectionDecision) {
    return this.connections.decide(actor, decision);
  }

  @Summary('Withdraw a change of a connection that waits')
  @Post('withdraw')
  @Allow('approval:decide', { topmost: true })
  withdraw(
    @CurrentActor() actor: Actor,
    @Body({ schema: ConnectionWithdrawal }) which: ConnectionWithdrawal,
  ) {
    return this.connections.withdraw(actor, which);
  }

  @Summary('Ask a provider whether it takes our signature, and a carrier for one message')
  @Post('test')
  @Allow('approval:decide', { topmost: true })
  test(@CurrentActor() actor: Actor, @Body({ schema: ConnectionTest }) test: ConnectionTest) {
    return this.tests.test(actor, test);
  }
}
