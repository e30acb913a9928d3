import { Module } from '@nestjs/common';
import { ImportsModule } from '../features/imports/imports.module.js';
import { PlatformModule } from '../platform/platform.module.js';
import { DemoSeed } from './demo-seed.js';
import { PeopleSeed } from './people.js';
import { SeedRun } from './seed-run.js';

@Module({ imports: [PlatformModule, ImportsModule], providers: [DemoSeed, PeopleSeed, SeedRun] })
export class SeedModule {}
