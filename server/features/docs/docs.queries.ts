import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { endpointsOf } from '../../platform/auth/endpoints.js';
import { openApiOf } from '../../domain/docs/open-api.rules.js';

@Injectable()
export class DocsQueries {
  private written?: object;

  constructor(private readonly modules: ModuleRef) {}

  /** Written when it is first asked for: the start does not wait for it. */
  openApi(): object {
    return (this.written ??= openApiOf(endpointsOf(this.modules)));
  }
}
