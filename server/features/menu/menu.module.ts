import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { RoleMenu } from '../roles/role-menu.entity.js';
import { MenuQueries } from './menu.queries.js';

@Module({
  imports: [TypeOrmModule.forFeature([RoleMenu])],
  providers: [MenuQueries],
  exports: [MenuQueries],
})
export class MenuModule {}
