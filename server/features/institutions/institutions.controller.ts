import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import {
  GroupChange,
  GroupStatusChange,
  InstitutionChange,
  InstitutionId,
  InstitutionListQuery,
  InstitutionStatusChange,
  InstitutionTreeQuery,
} from '../../../contract/administration/institutions.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { Allow } from '../../platform/auth/allow.js';
import { Summary } from '../../platform/http/summary.js';
import { GroupsService } from '../groups/groups.service.js';
import { ClosingService } from './closing.service.js';
import { InstitutionsQueries } from './institutions.queries.js';
import { InstitutionsService } from './institutions.service.js';

@Controller()
export class InstitutionsController {
  constructor(
    private readonly queries: InstitutionsQueries,
    private readonly institutions: InstitutionsService,
    private readonly closing: ClosingService,
    private readonly groups: GroupsService,
  ) {}

  @Summary('List institutions below one, with their teams')
  @Get('management/institution/tree')
  @Allow('user:read')
  tree(@CurrentActor() actor: Actor, @Query({ schema: InstitutionTreeQuery }) query: InstitutionTreeQuery) {
    return this.queries.tree(actor, query);
  }

  @Summary('List institutions to manage, by name and state')
  @Get('institutionalManagement/list')
  @Allow('institution:read')
  list(@CurrentActor() actor: Actor, @Query({ schema: InstitutionListQuery }) query: InstitutionListQuery) {
    return this.queries.list(actor, query);
  }

  @Summary('Read one institution and its teams')
  @Get('institutionalManagement/info')
  @Allow('institution:read')
  info(@CurrentActor() actor: Actor, @Query({ schema: InstitutionId }) { id }: InstitutionId) {
    return this.queries.info(actor, id);
  }

  @Summary('Add an institution or change one')
  @Post('institutionalManagement/createOrUpdate')
  @HttpCode(200)
  @Allow('institution:manage')
  save(@CurrentActor() actor: Actor, @Body({ schema: InstitutionChange }) change: InstitutionChange) {
    return this.institutions.save(actor, change);
  }

  @Summary('Open or close an institution')
  @Post('institutionalManagement/setStatus')
  @HttpCode(200)
  @Allow('institution:manage')
  setStatus(
    @CurrentActor() actor: Actor,
    @Body({ schema: InstitutionStatusChange }) change: InstitutionStatusChange,
  ) {
    return this.closing.setStatus(actor, change);
  }

  @Summary('Add a team or change one')
  @Post('institutionalManagement/group/createOrUpdate')
  @HttpCode(200)
  @Allow('institution:manage')
  saveGroup(@CurrentActor() actor: Actor, @Body({ schema: GroupChange }) change: GroupChange) {
    return this.groups.save(actor, change);
  }

  @Summary('Open or close a team')
  @Post('institutionalManagement/group/setStatus')
  @HttpCode(200)
  @Allow('institution:manage')
  setGroupStatus(
    @CurrentActor() actor: Actor,
    @Body({ schema: GroupStatusChange }) change: GroupStatusChange,
  ) {
    return this.groups.setStatus(actor, change);
  }
}
