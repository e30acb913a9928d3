import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import type { z } from 'zod';
import {
  CheckContact,
  ConfirmGuarantor,
  LiftHold,
  MarkGuarantor,
  OptOut,
  OverrideRules,
  PlaceHold,
  PreviewQuery,
  type ContactPreview,
  type GuardDecision,
} from '../../../../contract/guard.js';
import { CurrentActor, type Actor } from '../../../platform/auth/actor.js';
import { Allow } from '../../../platform/auth/allow.js';
import { ContactRulesService } from './contact-rules.service.js';
import { GuarantorsService } from './guarantors.service.js';
import { GuardQueries } from '../guard.queries.js';

@Controller('contact')
export class ContactsController {
  constructor(
    private readonly queries: GuardQueries,
    private readonly rules: ContactRulesService,
    private readonly guarantors: GuarantorsService,
  ) {}

  @Post('check')
  @HttpCode(200)
  @Allow('case:read')
  check(
    @CurrentActor() actor: Actor,
    @Body({ schema: CheckContact }) body: CheckContact,
  ): Promise<GuardDecision> {
    return this.queries.check(actor, body);
  }

  @Get('preview')
  @Allow('case:read')
  preview(
    @CurrentActor() actor: Actor,
    @Query({ schema: PreviewQuery }) { taskId }: z.infer<typeof PreviewQuery>,
  ): Promise<ContactPreview> {
    return this.queries.preview(actor, taskId);
  }

  @Post('optOut')
  @HttpCode(200)
  @Allow('case:record')
  optOut(@CurrentActor() actor: Actor, @Body({ schema: OptOut }) body: OptOut): Promise<void> {
    return this.rules.optOut(actor, body);
  }

  @Post('override')
  @HttpCode(200)
  @Allow('guard:override')
  override(
    @CurrentActor() actor: Actor,
    @Body({ schema: OverrideRules }) body: OverrideRules,
  ): Promise<{ until: string }> {
    return this.rules.override(actor, body);
  }

  @Post('hold')
  @HttpCode(200)
  @Allow('guard:hold')
  hold(@CurrentActor() actor: Actor, @Body({ schema: PlaceHold }) body: PlaceHold): Promise<void> {
    return this.rules.hold(actor, body);
  }

  @Post('hold/lift')
  @HttpCode(200)
  @Allow('guard:hold')
  lift(
    @CurrentActor() actor: Actor,
    @Body({ schema: LiftHold }) body: z.infer<typeof LiftHold>,
  ): Promise<void> {
    return this.rules.lift(actor, body);
  }

  @Post('guarantor')
  @HttpCode(200)
  @Allow('guard:hold')
  guarantor(
    @CurrentActor() actor: Actor,
    @Body({ schema: MarkGuarantor }) body: z.infer<typeof MarkGuarantor>,
  ): Promise<void> {
    return this.guarantors.mark(actor, body);
  }

  @Post('guarantor/confirm')
  @HttpCode(200)
  @Allow('guard:confirm')
  confirmGuarantor(
    @CurrentActor() actor: Actor,
    @Body({ schema: ConfirmGuarantor }) body: z.infer<typeof ConfirmGuarantor>,
  ): Promise<void> {
    return this.guarantors.confirm(actor, body);
  }
}
