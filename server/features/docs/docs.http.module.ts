import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { DocsController } from './docs.controller.js';
import { DocsQueries } from './docs.queries.js';

@Module({ imports: [DiscoveryModule], controllers: [DocsController], providers: [DocsQueries] })
export class DocsHttpModule {}
