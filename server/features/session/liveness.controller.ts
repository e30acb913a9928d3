import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { FaceFrame, LivenessResult } from '../../../contract/session.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { AllowSession } from '../../platform/auth/allow.js';
import { LivenessService } from './liveness.service.js';

@Controller('login')
export class LivenessController {
  constructor(private readonly liveness: LivenessService) {}

  @Post('getPureH5LivenessResult')
  @HttpCode(200)
  @AllowSession({ pending: true })
  page(
    @CurrentActor() actor: Actor,
    @Body({ schema: LivenessResult }) body: LivenessResult,
  ): Promise<boolean> {
    return this.liveness.judgePage(actor, body.livenessId);
  }

  @Post('getSilenceLiveNessResult')
  @HttpCode(200)
  @AllowSession({ pending: true })
  frame(@CurrentActor() actor: Actor, @Body({ schema: FaceFrame }) body: FaceFrame): Promise<boolean> {
    return this.liveness.judgeFrame(actor, body.base64Img);
  }
}
