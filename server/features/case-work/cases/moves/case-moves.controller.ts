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
import { Summary } from '../../../../platform/http/summary.js';
import { BindingsService } from './bindings.service.js';
import { CaseMovesService } from './case-moves.service.js';

@Controller('management/task')
export class CaseMovesController {
  constructor(
    private readonly cases: CaseMovesService,
    private readonly bindings: BindingsService,
  ) {}

  @Summary('Move cases to a collector')
  @Post('batchBindAgent')
  @Allow('case:assign')
  assign(@CurrentActor() actor: Actor, @Body({ schema: AssignCases }) body: AssignCases) {
    return this.bindings.bind(actor, body);
  }

  @Summary('Take cases from their collectors and put them back into the queue')
  @Post('unbindAgent')
  @Allow('case:assign')
  release(@CurrentActor() actor: Actor, @Body({ schema: UnbindCases }) body: UnbindCases) {
    return this.bindings.unbind(actor, body.taskIds);
  }

  @Summary('Show what a move would do, and which cases would stay')
  @Post('bindPreview')
  @HttpCode(200)
  @Allow('case:assign')
  preview(@CurrentActor() actor: Actor, @Body({ schema: PreviewBinding }) body: PreviewBinding) {
    return this.bindings.preview(actor, body);
  }

  @Summary('Undo a move of cases')
  @Post('undoBind')
  @HttpCode(200)
  @Allow('case:assign')
  undo(@CurrentActor() actor: Actor, @Body({ schema: UndoBinding }) body: UndoBinding) {
    return this.bindings.undo(actor, body.bindId);
  }

  @Summary("Withdraw a case from collection at the lender's wish")
  @Post('withdraw/:id')
  @Allow('case:withdraw')
  withdraw(
    @CurrentActor() actor: Actor,
    @Param('id', { schema: IdText }) id: number,
    @Body({ schema: WithdrawCase }) body: WithdrawCase,
  ) {
    return this.cases.withdraw(actor, id, body.reason);
  }

  @Summary('Return a withdrawn case to its queue')
  @Post('reinstate/:id')
  @Allow('case:close')
  reinstate(
    @CurrentActor() actor: Actor,
    @Param('id', { schema: IdText }) id: number,
    @Body({ schema: ReinstateCase }) body: ReinstateCase,
  ) {
    return this.cases.reinstate(actor, id, body.reason);
  }

  @Summary('Close a case that is not to be collected any more')
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
