import { Body, Controller, Post } from '@nestjs/common';
import { FaceFrame, LivenessResult } from '../../../../contract/session.js';
import { CurrentActor, type Actor } from '../../../platform/auth/actor.js';
import { AllowSession } from '../../../platform/auth/allow.js';
import { JsonLimit } from '../../../platform/http/body-limits.js';
import { Summary } from '../../../platform/http/summary.js';
import { LivenessService } from './liveness.service.js';

@Controller('login')
export class LivenessController {
  constructor(private readonly liveness: LivenessService) {}

  @Summary("Judge a face by the provider's page, to complete a sign-in")
  @Post('getPureH5LivenessResult')
  @AllowSession({ pending: true })
  page(@CurrentActor() actor: Actor, @Body({ schema: LivenessResult }) body: LivenessResult) {
    return this.liveness.judgePage(actor, body.livenessId);
  }

  @Summary('Judge a face by camera pictures, to complete a sign-in')
  @Post('getSilenceLiveNessResult')
  @AllowSession({ pending: true })
  @JsonLimit(1_536)
  frame(@CurrentActor() actor: Actor, @Body({ schema: FaceFrame }) body: FaceFrame) {
    return this.liveness.judgeFrame(actor, body.base64Img);
  }
}
