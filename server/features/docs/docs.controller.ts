import { Controller, Get } from '@nestjs/common';
import { Allow, Raw } from '../../platform/auth/allow.js';
import { DocsQueries } from './docs.queries.js';

@Controller()
export class DocsController {
  constructor(private readonly docs: DocsQueries) {}

  /** For administrators: who knows every call knows where to look. */
  @Get('docs')
  @Allow('docs:read', { byAddress: 'always' })
  @Raw()
  openApi() {
    return this.docs.openApi();
  }
}
