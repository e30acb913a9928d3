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
} from '../../../../contract/contact/contact-compliance.js';
import { CurrentActor, type Actor } from '../../../platform/auth/actor.js';
import { Allow } from '../../../platform/auth/allow.js';
import { Summary } from '../../../platform/http/summary.js';
import { ContactRulesService } from './contact-rules.service.js';
import { GuarantorsService } from './guarantors.service.js';
import { ContactComplianceQueries } from '../decide/contact-compliance.queries.js';

@Controller('contact')
export class ContactsController {
  constructor(
    private readonly queries: ContactComplianceQueries,
    private readonly rules: ContactRulesService,
    private readonly guarantors: GuarantorsService,
  ) {}

  @Summary('Judge whether a contact is allowed at this moment')
  @Post('check')
  @Allow('case:read')
  check(@CurrentActor() actor: Actor, @Body({ schema: CheckContact }) body: CheckContact) {
    return this.queries.check(actor, body);
  }

  @Summary("Show by channel whether a case's contacts are allowed, and from when")
  @Get('preview')
  @Allow('case:read')
  preview(@CurrentActor() actor: Actor, @Query({ schema: PreviewQuery }) { taskId }: PreviewQuery) {
    return this.queries.preview(actor, taskId);
  }

  @Summary('Record that a person wants no contact by a channel')
  @Post('optOut')
  @Allow('case:record')
  optOut(@CurrentActor() actor: Actor, @Body({ schema: OptOut }) body: OptOut) {
    return this.rules.optOut(actor, body);
  }

  @Summary('Allow one contact in spite of a rule, with a reason')
  @Post('override')
  @Allow('guard:override')
  override(@CurrentActor() actor: Actor, @Body({ schema: OverrideRules }) body: OverrideRules) {
    return this.rules.override(actor, body);
  }

  @Summary('Stop contacts with a borrower for a time')
  @Post('hold')
  @Allow('guard:hold')
  hold(@CurrentActor() actor: Actor, @Body({ schema: PlaceHold }) body: PlaceHold) {
    return this.rules.hold(actor, body);
  }

  @Summary('Release a stop of contacts before its end')
  @Post('hold/lift')
  @Allow('guard:hold')
  lift(@CurrentActor() actor: Actor, @Body({ schema: LiftHold }) body: LiftHold) {
    return this.rules.lift(actor, body);
  }

  @Summary('Name a contact as a guarantor, or end that')
  @Post('guarantor')
  @Allow('guard:hold')
  guarantor(@CurrentActor() actor: Actor, @Body({ schema: MarkGuarantor }) body: MarkGuarantor) {
    return this.guarantors.mark(actor, body);
  }

  @Summary('Decide whether a contact is a guarantor')
  @Post('guarantor/confirm')
  @Allow('guard:confirm')
  confirmGuarantor(@CurrentActor() actor: Actor, @Body({ schema: ConfirmGuarantor }) body: ConfirmGuarantor) {
    return this.guarantors.confirm(actor, body);
  }
}
