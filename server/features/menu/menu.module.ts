import { Module } from '@nestjs/common';
import { MenuQueries } from './menu.queries.js';

@Module({
  providers: [MenuQueries],
  exports: [MenuQueries],
})
export class MenuModule {}
