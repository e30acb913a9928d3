import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import {
  AssignCases,
  CloseCase,
  PreviewBinding,
  ReinstateCase,
  UnbindCases,
  UndoBinding,
  WithdrawCase,
} from '../../../../../contract/cases/case-moves.js';
import { IdText } from '../../../../../contract/shared/id.js';
import { CurrentActor, type Actor } from '../../../../platform/auth/actor.js';
import { Allow } from '../../../../platform/auth/allow.js';
import { BindingsService } from './bindings.service.js';
import { CaseMovesService } from './case-moves.service.js';

@Controller('management/task')
export class CaseMovesController {
  constructor(
    private readonly cases: CaseMovesService,
    private readonly bindings: BindingsService,
  ) {}

  @Post('batchBindAgent')
  @Allow('case:assign')
  assign(@CurrentActor() actor: Actor, @Body({ schema: AssignCases }) body: AssignCases) {
    return this.bindings.bind(actor, body);
  }

  @Post('unbindAgent')
  @Allow('case:assign')
  release(@CurrentActor() actor: Actor, @Body({ schema: UnbindCases }) body: UnbindCases) {
    return this.bindings.unbind(actor, body.taskIds);
  }

  @Post('bindPreview')
  @HttpCode(200)
  @Allow('case:assign')
  preview(@CurrentActor() actor: Actor, @Body({ schema: PreviewBinding }) body: PreviewBinding) {
    return this.bindings.preview(actor, body);
  }

  @Post('undoBind')
  @HttpCode(200)
  @Allow('case:assign')
  undo(@CurrentActor() actor: Actor, @Body({ schema: UndoBinding }) body: UndoBinding) {
    return this.bindings.undo(actor, body.bindId);
  }

  @Post('withdraw/:id')
  @Allow('case:withdraw')
  withdraw(
    @CurrentActor() actor: Actor,
    @Param('id', { schema: IdText }) id: number,
    @Body({ schema: WithdrawCase }) body: WithdrawCase,
  ) {
    return this.cases.withdraw(actor, id, body.reason);
  }

  @Post('reinstate/:id')
  @Allow('case:close')
  reinstate(
    @CurrentActor() actor: Actor,
    @Param('id', { schema: IdText }) id: number,
    @Body({ schema: ReinstateCase }) body: ReinstateCase,
  ) {
    return this.cases.reinstate(actor, id, body.reason);
  }

  @Post('close/:id')
  @Allow('case:close')
  close(
    @CurrentActor() actor: Actor,
    @Param('id', { schema: IdText }) id: number,
    @Body({ schema: CloseCase }) body: CloseCase,
  ) {
    return this.cases.close(actor, id, body.reason);
  }
}
