import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ReceiptsQuery } from '../../../contract/guard.js';
import {
  DeviceDataChange,
  PolicyChange,
  PolicyHistoryQuery,
  PolicyQuery,
  PolicyRevert,
} from '../../../contract/guard-policy.js';
import { IdText } from '../../../contract/shared/id.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { Allow } from '../../platform/auth/allow.js';
import { DeviceDataService } from './policy/device-data.service.js';
import { GuardHistoryQueries } from './guard-history.queries.js';
import { PoliciesQueries } from './policy/policies.queries.js';
import { PoliciesService } from './policy/policies.service.js';

@Controller('guard')
export class GuardController {
  constructor(
    private readonly history: GuardHistoryQueries,
    private readonly inForce: PoliciesQueries,
    private readonly policies: PoliciesService,
    private readonly devices: DeviceDataService,
  ) {}

  @Get('receipts/:taskId')
  @Allow('case:read')
  receipts(
    @CurrentActor() actor: Actor,
    @Param('taskId', { schema: IdText }) taskId: number,
    @Query({ schema: ReceiptsQuery }) part: ReceiptsQuery,
  ) {
    return this.history.receipts(actor, taskId, part);
  }

  @Get('policy')
  @Allow('guard:manage')
  policy(@CurrentActor() actor: Actor, @Query({ schema: PolicyQuery }) { institutionId }: PolicyQuery) {
    return this.inForce.policy(actor, institutionId);
  }

  @Post('policy')
  @Allow('guard:manage')
  change(@CurrentActor() actor: Actor, @Body({ schema: PolicyChange }) body: PolicyChange) {
    return this.policies.change(actor, body);
  }

  @Get('policy/history')
  @Allow('guard:manage')
  policyHistory(
    @CurrentActor() actor: Actor,
    @Query({ schema: PolicyHistoryQuery }) { institutionId, ...part }: PolicyHistoryQuery,
  ) {
    return this.inForce.policyHistory(actor, institutionId, part);
  }

  @Post('policy/revert')
  @Allow('guard:manage')
  revert(@CurrentActor() actor: Actor, @Body({ schema: PolicyRevert }) body: PolicyRevert) {
    return this.policies.revert(actor, body);
  }

  @Get('deviceData')
  @Allow('guard:manage')
  deviceData(@CurrentActor() actor: Actor, @Query({ schema: PolicyQuery }) { institutionId }: PolicyQuery) {
    return this.inForce.deviceData(actor, institutionId);
  }

  @Post('deviceData')
  @Allow('guard:manage')
  changeDeviceData(@CurrentActor() actor: Actor, @Body({ schema: DeviceDataChange }) body: DeviceDataChange) {
    return this.devices.change(actor, body);
  }
}
