import { Body, Controller, Get, Post } from '@nestjs/common';
import type { z } from 'zod';
import { AuthenticatorRolesChange } from '../../../../contract/administration/configuration.js';
import { AuthenticatorBegin, AuthenticatorCode } from '../../../../contract/authenticators.js';
import { CurrentActor, type Actor } from '../../../platform/auth/actor.js';
import { Allow, AllowSession } from '../../../platform/auth/allow.js';
import { Summary } from '../../../platform/http/summary.js';
import { ConfigurationService } from '../../settings/configuration/configuration.service.js';
import { AuthenticatorsService } from './authenticators.service.js';

@Controller('login/authenticator')
export class AuthenticatorsController {
  constructor(
    private readonly authenticators: AuthenticatorsService,
    private readonly configuration: ConfigurationService,
  ) {}

  @Summary("Read whether the caller's sign-in asks for a code")
  @Get()
  @AllowSession()
  state(@CurrentActor() actor: Actor) {
    return this.authenticators.state(actor);
  }

  @Summary('Begin to set up an authenticator app')
  @Post('begin')
  @AllowSession({ pending: true })
  begin(@CurrentActor() actor: Actor, @Body({ schema: AuthenticatorBegin }) body: AuthenticatorBegin) {
    return this.authenticators.begin(actor, body);
  }

  @Summary('Confirm an authenticator app by its first code')
  @Post('confirm')
  @AllowSession({ pending: true })
  confirm(@CurrentActor() actor: Actor, @Body({ schema: AuthenticatorCode }) { code }: AuthenticatorCode) {
    return this.authenticators.confirm(actor, code);
  }

  @Summary('Give a code, to complete a sign-in')
  @Post('prove')
  @AllowSession({ pending: true })
  prove(@CurrentActor() actor: Actor, @Body({ schema: AuthenticatorCode }) { code }: AuthenticatorCode) {
    return this.authenticators.prove(actor, code);
  }

  @Summary('Make new recovery codes')
  @Post('renew')
  @AllowSession()
  renew(@CurrentActor() actor: Actor, @Body({ schema: AuthenticatorCode }) { code }: AuthenticatorCode) {
    return this.authenticators.renew(actor, code);
  }

  @Summary('Sign in without an authenticator app from here on')
  @Post('remove')
  @AllowSession()
  remove(@CurrentActor() actor: Actor, @Body({ schema: AuthenticatorCode }) { code }: AuthenticatorCode) {
    return this.authenticators.remove(actor, code);
  }

  @Summary('Read which roles sign in with a code')
  @Get('roles')
  @Allow('system:manage')
  roles(@CurrentActor() actor: Actor) {
    return this.configuration.read(actor, 'authenticators');
  }

  @Summary('Change which roles sign in with a code')
  @Post('roles')
  @Allow('system:manage')
  changeRoles(
    @CurrentActor() actor: Actor,
    @Body({ schema: AuthenticatorRolesChange }) change: z.infer<typeof AuthenticatorRolesChange>,
  ) {
    return this.configuration.change(actor, 'authenticators', change);
  }
}
