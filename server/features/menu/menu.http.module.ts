import { Module } from '@nestjs/common';
import { MenuController } from './menu.controller.js';
import { MenuModule } from './menu.module.js';

@Module({ imports: [MenuModule], controllers: [MenuController] })
export class MenuHttpModule {}
