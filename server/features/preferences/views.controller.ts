import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { NewView, ViewChange } from '../../../contract/preferences.js';
import { IdText } from '../../../contract/shared/id.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { Allow } from '../../platform/auth/allow.js';
import { ViewsService } from './views.service.js';

@Controller('preferences/views')
export class ViewsController {
  constructor(private readonly views: ViewsService) {}

  @Get()
  @Allow('case:read', { scope: 'own' })
  list(@CurrentActor() actor: Actor) {
    return this.views.list(actor);
  }

  @Post()
  @Allow('case:read', { scope: 'own' })
  save(@CurrentActor() actor: Actor, @Body({ schema: NewView }) view: NewView) {
    return this.views.save(actor, view);
  }

  @Post(':id')
  @Allow('case:read', { scope: 'own' })
  change(
    @CurrentActor() actor: Actor,
    @Param('id', { schema: IdText }) id: number,
    @Body({ schema: ViewChange }) change: ViewChange,
  ) {
    return this.views.change(actor, id, change);
  }

  @Post(':id/delete')
  @Allow('case:read', { scope: 'own' })
  delete(@CurrentActor() actor: Actor, @Param('id', { schema: IdText }) id: number) {
    return this.views.delete(actor, id);
  }

  @Post(':id/restore')
  @Allow('case:read', { scope: 'own' })
  restore(@CurrentActor() actor: Actor, @Param('id', { schema: IdText }) id: number) {
    return this.views.restore(actor, id);
  }
}
