import { Body, Controller, Get, Param, Post, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { ChangePassword, ChoosePassword, UserStatusChange } from '../../../contract/session.js';
import { IdText } from '../../../contract/shared/id.js';
import {
  CheckCountChange,
  IdCardChange,
  LoginLogFilter,
  LoginLogQuery,
  OwnPicture,
  UserChange,
  UserId,
  UserListQuery,
  UserPictureChange,
  UserRef,
} from '../../../contract/administration/users.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { Allow, AllowSession } from '../../platform/auth/allow.js';
import { JsonLimit } from '../../platform/http/body-limits.js';
import { clearLoginCookies } from '../../platform/auth/cookies.js';
import { RequestOrigin, type Origin } from '../../platform/auth/origin.js';
import { Summary } from '../../platform/http/summary.js';
import { AccountsService } from './accounts.service.js';
import { ActivationsService } from './activations.service.js';
import { MailedCodesService } from './mailed-codes.service.js';
import { IdentitiesService } from './identities.service.js';
import { LoginLogsQueries } from './login-logs.queries.js';
import { SignInFilesService } from './sign-in-files.service.js';
import { UserAccessService } from './user-access.service.js';
import { UserPicturesService } from './user-pictures.service.js';
import { UsersQueries } from './users.queries.js';
import { UsersService } from './users.service.js';

@Controller()
export class UsersController {
  constructor(
    private readonly queries: UsersQueries,
    private readonly accounts: AccountsService,
    private readonly users: UsersService,
    private readonly pictures: UserPicturesService,
    private readonly activations: ActivationsService,
    private readonly mailed: MailedCodesService,
    private readonly identities: IdentitiesService,
    private readonly logs: LoginLogsQueries,
    private readonly signInFiles: SignInFilesService,
    private readonly accesses: UserAccessService,
  ) {}

  @Summary('List the people below the caller, to choose from')
  @Get('login/getSubUser')
  @AllowSession({ scope: 'people' })
  getSubUser(@CurrentActor() actor: Actor) {
    return this.queries.subUsers(actor);
  }

  @Summary('List collectors, to choose from')
  @Get('login/getAllCollector')
  @AllowSession({ scope: 'people' })
  getAllCollector(@CurrentActor() actor: Actor) {
    return this.queries.collectors(actor);
  }

  @Summary('List people with their role, team and state')
  @Get(['manage/user/list', 'management/user/list'])
  @Allow('user:read')
  list(@CurrentActor() actor: Actor, @Query({ schema: UserListQuery }) query: UserListQuery) {
    return this.queries.list(actor, query);
  }

  @Summary('Read one person')
  @Get('manage/user/info')
  @Allow('user:read')
  info(@CurrentActor() actor: Actor, @Query({ schema: UserRef }) { id }: UserRef) {
    return this.queries.info(actor, id);
  }

  @Summary('Read one person by the older path')
  @Get('management/user/info/:id')
  @Allow('user:read')
  infoOf(@CurrentActor() actor: Actor, @Param('id', { schema: IdText }) id: number) {
    return this.queries.info(actor, id);
  }

  @Summary('Add a person or change one')
  @Post('manage/user/createOrUpdate')
  @Allow('user:manage')
  save(@CurrentActor() actor: Actor, @Body({ schema: UserChange }) change: UserChange) {
    return this.accounts.save(actor, change);
  }

  @Summary('Change a person by the older path')
  @Post('management/user/info/:id')
  @Allow('user:manage')
  update(
    @CurrentActor() actor: Actor,
    @Param('id', { schema: IdText }) id: number,
    @Body({ schema: UserChange }) change: UserChange,
  ) {
    return this.accounts.save(actor, { ...change, id });
  }

  @Summary('Enable or disable a person')
  @Post('manage/user/setStatus')
  @Allow('user:manage')
  setStatus(@CurrentActor() actor: Actor, @Body({ schema: UserStatusChange }) change: UserStatusChange) {
    return this.accounts.setStatus(actor, change);
  }

  @Summary('Allow a person more face checks')
  @Post('manage/user/livenessCount')
  @Allow('user:manage')
  addChecks(@CurrentActor() actor: Actor, @Body({ schema: CheckCountChange }) change: CheckCountChange) {
    return this.identities.addChecks(actor, change);
  }

  @Summary('Tie a person to an identity document')
  @Post('manage/user/bindIdCard')
  @Allow('user:manage')
  bindIdCard(@CurrentActor() actor: Actor, @Body({ schema: IdCardChange }) change: IdCardChange) {
    return this.identities.bindIdCard(actor, change);
  }

  @Summary('Read whether a person is signed in or locked out')
  @Get('manage/user/access')
  @Allow('user:manage')
  access(@CurrentActor() actor: Actor, @Query({ schema: UserRef }) { id }: UserRef) {
    return this.accesses.read(actor, id);
  }

  @Summary("End a person's session")
  @Post('manage/user/endSession')
  @Allow('user:manage')
  endSession(@CurrentActor() actor: Actor, @Body({ schema: UserId }) user: UserId) {
    return this.accesses.endSession(actor, user);
  }

  @Summary('End the lock of an account after wrong passwords')
  @Post('manage/user/unlock')
  @Allow('user:manage')
  unlock(@CurrentActor() actor: Actor, @Body({ schema: UserId }) user: UserId) {
    return this.accesses.unlock(actor, user);
  }

  @Summary("Reset a person's authenticator app, by two administrators")
  @Post('manage/user/resetAuthenticator')
  @Allow('user:manage')
  resetAuthenticator(@CurrentActor() actor: Actor, @Body({ schema: UserId }) user: UserId) {
    return this.accesses.resetAuthenticator(actor, user);
  }

  @Summary('List sign-ins with their address and outcome')
  @Get('manage/user/loginLogs')
  @Allow('audit:read', { scope: 'people' })
  loginLogs(@CurrentActor() actor: Actor, @Query({ schema: LoginLogQuery }) query: LoginLogQuery) {
    return this.logs.list(actor, query);
  }

  @Summary('Make a file of sign-ins')
  @Get('manage/user/loginLogs/export')
  @Allow('audit:export', { scope: 'people' })
  signInFile(@CurrentActor() actor: Actor, @Query({ schema: LoginLogFilter }) filter: LoginLogFilter) {
    return this.signInFiles.take(actor, filter);
  }

  @Summary("Reset a person's password and issue a code for the next")
  @Post('manage/user/resetPassword')
  @Allow('user:manage')
  resetPassword(@CurrentActor() actor: Actor, @Body({ schema: UserId }) user: UserId) {
    return this.activations.reset(actor, user);
  }

  @Summary('Mail a person a code to choose a password')
  @Post('manage/user/invite')
  @Allow('user:manage')
  async invite(@CurrentActor() actor: Actor, @Body({ schema: UserId }) user: UserId) {
    await this.mailed.invite(actor, user);
    return null;
  }

  @Summary('Choose a password by a code')
  @Post('login/choosePassword')
  @AllowSession({ pending: true })
  async choosePassword(
    @CurrentActor() actor: Actor,
    @Body({ schema: ChoosePassword }) choice: ChoosePassword,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.activations.choose(actor, choice);
    clearLoginCookies(reply);
  }

  @Summary('Open the portrait of a person')
  @Get('manage/user/picture')
  @AllowSession({ scope: 'people', byAddress: 'always' })
  picture(@CurrentActor() actor: Actor, @Query({ schema: UserRef }) { id }: UserRef) {
    return this.pictures.open(actor, id);
  }

  @Summary('Change the portrait of a person')
  @Post('manage/user/picture')
  @Allow('user:manage')
  @JsonLimit(1_536)
  setPicture(@CurrentActor() actor: Actor, @Body({ schema: UserPictureChange }) change: UserPictureChange) {
    return this.pictures.set(actor, change);
  }

  @Summary("Change the caller's own portrait")
  @Post('login/userPicture')
  @AllowSession()
  @JsonLimit(1_536)
  setOwnPicture(@CurrentActor() actor: Actor, @Body({ schema: OwnPicture }) { base64Image }: OwnPicture) {
    return this.pictures.set(actor, { id: actor.userId, base64Image });
  }

  @Summary("Replace the caller's own password")
  @Post('manage/user/changePassword')
  @AllowSession()
  async changePassword(
    @CurrentActor() actor: Actor,
    @Body({ schema: ChangePassword }) change: ChangePassword,
    @RequestOrigin() origin: Origin,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.users.changePassword(actor, change, origin);
    clearLoginCookies(reply);
  }
}
