import { Controller, Get } from '@nestjs/common';
import { Allow, Raw } from '../../platform/auth/allow.js';
import { Summary } from '../../platform/http/summary.js';
import { DocsQueries } from './docs.queries.js';

@Controller()
export class DocsController {
  constructor(private readonly docs: DocsQueries) {}

  /** For administrators: who knows every call knows where to look. */
  @Summary('Describe all calls as OpenAPI')
  @Get('docs')
  @Allow('docs:read', { byAddress: 'always' })
  @Raw()
  openApi() {
    return this.docs.openApi();
  }
}
