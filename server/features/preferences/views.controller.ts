import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { NewView, ViewChange } from '../../../contract/preferences.js';
import { IdText } from '../../../contract/shared/id.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { Allow } from '../../platform/auth/allow.js';
import { Summary } from '../../platform/http/summary.js';
import { ViewsService } from './views.service.js';

@Controller('preferences/views')
export class ViewsController {
  constructor(private readonly views: ViewsService) {}

  @Summary("List the caller's named filters")
  @Get()
  @Allow('case:read', { scope: 'own' })
  list(@CurrentActor() actor: Actor) {
    return this.views.list(actor);
  }

  @Summary('Name a set of filters')
  @Post()
  @Allow('case:read', { scope: 'own' })
  save(@CurrentActor() actor: Actor, @Body({ schema: NewView }) view: NewView) {
    return this.views.save(actor, view);
  }

  @Summary('Rename a set of filters, or change what it keeps')
  @Post(':id')
  @Allow('case:read', { scope: 'own' })
  change(
    @CurrentActor() actor: Actor,
    @Param('id', { schema: IdText }) id: number,
    @Body({ schema: ViewChange }) change: ViewChange,
  ) {
    return this.views.change(actor, id, change);
  }

  @Summary('Remove a set of filters')
  @Post(':id/delete')
  @Allow('case:read', { scope: 'own' })
  delete(@CurrentActor() actor: Actor, @Param('id', { schema: IdText }) id: number) {
    return this.views.delete(actor, id);
  }

  @Summary('Restore a removed set of filters')
  @Post(':id/restore')
  @Allow('case:read', { scope: 'own' })
  restore(@CurrentActor() actor: Actor, @Param('id', { schema: IdText }) id: number) {
    return this.views.restore(actor, id);
  }
}
