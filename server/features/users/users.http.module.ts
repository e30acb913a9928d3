import { Module } from '@nestjs/common';
import { SheetUploadsModule } from '../sheet-uploads/sheet-uploads.module.js';
import { AccountsController } from './accounts.controller.js';
import { ForgottenController } from './forgotten.controller.js';
import { UserUploadsController } from './user-uploads.controller.js';
import { UsersController } from './users.controller.js';
import { UsersModule } from './users.module.js';

@Module({
  imports: [SheetUploadsModule, UsersModule],
  controllers: [AccountsController, ForgottenController, UsersController, UserUploadsController],
})
export class UsersHttpModule {}
