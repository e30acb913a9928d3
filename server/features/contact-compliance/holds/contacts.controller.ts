import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import {
  CheckContact,
  ConfirmGuarantor,
  LiftHold,
  MarkGuarantor,
  OptOut,
  OverrideRules,
  PlaceHold,
  PreviewQuery,
} from '../../../../contract/contact/guard.js';
import { CurrentActor, type Actor } from '../../../platform/auth/actor.js';
import { Allow } from '../../../platform/auth/allow.js';
import { ContactRulesService } from './contact-rules.service.js';
import { GuarantorsService } from './guarantors.service.js';
import { GuardQueries } from '../decide/guard.queries.js';

@Controller('contact')
export class ContactsController {
  constructor(
    private readonly queries: GuardQueries,
    private readonly rules: ContactRulesService,
    private readonly guarantors: GuarantorsService,
  ) {}

  @Post('check')
  @Allow('case:read')
  check(@CurrentActor() actor: Actor, @Body({ schema: CheckContact }) body: CheckContact) {
    return this.queries.check(actor, body);
  }

  @Get('preview')
  @Allow('case:read')
  preview(@CurrentActor() actor: Actor, @Query({ schema: PreviewQuery }) { taskId }: PreviewQuery) {
    return this.queries.preview(actor, taskId);
  }

  @Post('optOut')
  @Allow('case:record')
  optOut(@CurrentActor() actor: Actor, @Body({ schema: OptOut }) body: OptOut) {
    return this.rules.optOut(actor, body);
  }

  @Post('override')
  @Allow('guard:override')
  override(@CurrentActor() actor: Actor, @Body({ schema: OverrideRules }) body: OverrideRules) {
    return this.rules.override(actor, body);
  }

  @Post('hold')
  @Allow('guard:hold')
  hold(@CurrentActor() actor: Actor, @Body({ schema: PlaceHold }) body: PlaceHold) {
    return this.rules.hold(actor, body);
  }

  @Post('hold/lift')
  @Allow('guard:hold')
  lift(@CurrentActor() actor: Actor, @Body({ schema: LiftHold }) body: LiftHold) {
    return this.rules.lift(actor, body);
  }

  @Post('guarantor')
  @Allow('guard:hold')
  guarantor(@CurrentActor() actor: Actor, @Body({ schema: MarkGuarantor }) body: MarkGuarantor) {
    return this.guarantors.mark(actor, body);
  }

  @Post('guarantor/confirm')
  @Allow('guard:confirm')
  confirmGuarantor(@CurrentActor() actor: Actor, @Body({ schema: ConfirmGuarantor }) body: ConfirmGuarantor) {
    return this.guarantors.confirm(actor, body);
  }
}
