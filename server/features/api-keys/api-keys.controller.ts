import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import {
  ApiKeyChange,
  ApiKeySecretRequest,
  ApiKeysQuery,
} from '../../../contract/administration/api-keys.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { Allow } from '../../platform/auth/allow.js';
import { Summary } from '../../platform/http/summary.js';
import { ApiKeysQueries } from './api-keys.queries.js';
import { ApiKeysService } from './api-keys.service.js';

@Controller('apiKey')
export class ApiKeysController {
  constructor(
    private readonly queries: ApiKeysQueries,
    private readonly keys: ApiKeysService,
  ) {}

  @Summary('List the keys with which other programs call')
  @Get('list')
  @Allow('apiKey:manage')
  list(@CurrentActor() actor: Actor, @Query({ schema: ApiKeysQuery }) query: ApiKeysQuery) {
    return this.queries.list(actor, query);
  }

  @Summary('Add a key for a program, or change what it opens')
  @Post('save')
  @HttpCode(200)
  @Allow('apiKey:manage')
  save(@CurrentActor() actor: Actor, @Body({ schema: ApiKeyChange }) change: ApiKeyChange) {
    return this.keys.save(actor, change);
  }

  @Summary('Make a new secret for a key, which is shown this once')
  @Post('secret')
  @HttpCode(200)
  @Allow('apiKey:manage')
  secret(@CurrentActor() actor: Actor, @Body({ schema: ApiKeySecretRequest }) request: ApiKeySecretRequest) {
    return this.keys.renew(actor, request);
  }
}
