import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { Forgotten } from '../../../contract/session.js';
import { AllowAnyone } from '../../platform/auth/allow.js';
import { RequestOrigin, type Origin } from '../../platform/auth/origin.js';
import { Summary } from '../../platform/http/summary.js';
import { MailedCodesService } from './mailed-codes.service.js';

@Controller('login')
export class ForgottenController {
  constructor(private readonly codes: MailedCodesService) {}

  @Summary('Ask for a code by mail to choose a new password')
  @Post('forgotten')
  @HttpCode(200)
  @AllowAnyone()
  forgotten(@Body({ schema: Forgotten }) request: Forgotten, @RequestOrigin() origin: Origin) {
    return this.codes.forgotten(request, origin);
  }
}
