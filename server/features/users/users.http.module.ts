import { Module } from '@nestjs/common';
import { UsersController } from './users.controller.js';
import { UsersModule } from './users.module.js';

@Module({ imports: [UsersModule], controllers: [UsersController] })
export class UsersHttpModule {}
