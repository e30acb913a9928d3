import { Body, Controller, Get, Post } from '@nestjs/common';
import { AddressList, AddressListChange } from '../../../contract/administration/configuration.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { Allow } from '../../platform/auth/allow.js';
import { RequestOrigin, type Origin } from '../../platform/auth/origin.js';
import { Summary } from '../../platform/http/summary.js';
import { ConfigurationService } from '../settings/configuration/configuration.service.js';
import { AddressListService } from './address-list.service.js';

@Controller('loginLimit/whiteList')
export class AddressListController {
  constructor(
    private readonly lists: AddressListService,
    private readonly configuration: ConfigurationService,
  ) {}

  @Summary('Read from which addresses people may sign in')
  @Get()
  @Allow('addressList:manage')
  read(@CurrentActor() actor: Actor) {
    return this.configuration.read(actor, 'addresses');
  }

  @Summary('Change from which addresses people may sign in')
  @Post()
  @Allow('addressList:manage')
  change(
    @CurrentActor() actor: Actor,
    @Body({ schema: AddressListChange }) change: AddressListChange,
    @RequestOrigin() { address }: Origin,
  ) {
    return this.lists.change(actor, change, address);
  }

  @Summary('Show who would be locked out by a list of addresses')
  @Post('dryRun')
  @Allow('addressList:manage')
  dryRun(
    @CurrentActor() actor: Actor,
    @Body({ schema: AddressList }) list: AddressList,
    @RequestOrigin() { address }: Origin,
  ) {
    return this.lists.dryRun(actor, list, address);
  }
}
