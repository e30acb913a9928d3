import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import {
  AppNameQuery,
  CallOutMessage,
  CallRecordQuery,
  CallOutMessageQuery,
  DeviceListQuery,
  ImageComment,
  ImageCommentQuery,
  KtpComment,
  KtpQuery,
  PictureQuery,
  RevealPhone,
  SaveEmergencyContact,
} from '../../../contract/cases/borrowers.js';
import { IdText } from '../../../contract/shared/id.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { Allow } from '../../platform/auth/allow.js';
import { Summary } from '../../platform/http/summary.js';
import { ReadsCase } from '../../platform/behaviour/record-reads.js';
import { BorrowersQueries } from './borrowers.queries.js';
import { CallRecordQueries } from './call-record.queries.js';
import { CallOutMessagesService } from './call-out-messages.service.js';
import { ContactsService } from './contacts.service.js';
import { DeviceDataQueries } from './device-data.queries.js';
import { PicturesService } from './pictures.service.js';
import { RevealsService } from './reveals.service.js';

@Controller('task')
export class BorrowersController {
  constructor(
    private readonly queries: BorrowersQueries,
    private readonly callRecords: CallRecordQueries,
    private readonly deviceData: DeviceDataQueries,
    private readonly contacts: ContactsService,
    private readonly reveals: RevealsService,
    private readonly pictures: PicturesService,
    private readonly messages: CallOutMessagesService,
  ) {}

  @Summary('List the people who may be contacted about a case')
  @Get('userContacts/:id')
  @Allow('case:read')
  @ReadsCase('VIEW_CONTACTS')
  userContacts(@CurrentActor() actor: Actor, @Param('id', { schema: IdText }) id: number) {
    return this.queries.userContacts(actor, id);
  }

  @Summary("List the phone book that the borrower's device shared")
  @Get('userAddressBook/:id')
  @Allow('case:read')
  @ReadsCase('VIEW_CONTACTS')
  userAddressBook(
    @CurrentActor() actor: Actor,
    @Param('id', { schema: IdText }) id: number,
    @Query({ schema: DeviceListQuery }) query: DeviceListQuery,
  ) {
    return this.deviceData.addressBook(actor, id, query);
  }

  @Summary("List the calls that the borrower's device shared")
  @Get('userCalls/:id')
  @Allow('case:read')
  @ReadsCase('VIEW_CONTACTS')
  userCalls(
    @CurrentActor() actor: Actor,
    @Param('id', { schema: IdText }) id: number,
    @Query({ schema: DeviceListQuery }) query: DeviceListQuery,
  ) {
    return this.deviceData.calls(actor, id, query);
  }

  @Summary('List the calls of the product for a case')
  @Get('userCallRecord/:id')
  @Allow('case:read')
  @ReadsCase('VIEW_CONTACTS')
  userCallRecord(
    @CurrentActor() actor: Actor,
    @Param('id', { schema: IdText }) id: number,
    @Query({ schema: CallRecordQuery }) query: CallRecordQuery,
  ) {
    return this.callRecords.ofCase(actor, id, query);
  }

  @Summary('Read the result of the identity check')
  @Get('userAlibabaInfo/:id')
  @Allow('case:read')
  userAlibabaInfo(@CurrentActor() actor: Actor, @Param('id', { schema: IdText }) id: number) {
    return this.queries.identityAnswer(actor, id);
  }

  @Summary('Open a picture of the borrower and record that it was seen')
  @Get('userPic/:id')
  @Allow('case:read', { byAddress: 'always' })
  @ReadsCase('VIEW_PICTURE')
  userPic(
    @CurrentActor() actor: Actor,
    @Param('id', { schema: IdText }) id: number,
    @Query({ schema: PictureQuery }) { kind }: PictureQuery,
  ) {
    return this.pictures.show(actor, id, kind);
  }

  @Summary('Comment on a picture of the borrower')
  @Post('imageComment')
  @Allow('case:record')
  imageComment(@CurrentActor() actor: Actor, @Body({ schema: ImageComment }) body: ImageComment) {
    return this.pictures.comment(actor, body);
  }

  @Summary("List the comments on the borrower's pictures")
  @Get('imageComment')
  @Allow('case:read')
  imageComments(
    @CurrentActor() actor: Actor,
    @Query({ schema: ImageCommentQuery }) { taskId, kind }: ImageCommentQuery,
  ) {
    return this.queries.comments(actor, taskId, kind);
  }

  @Summary('Comment on the identity document')
  @Post('ktp')
  @Allow('case:record')
  ktp(@CurrentActor() actor: Actor, @Body({ schema: KtpComment }) body: KtpComment) {
    return this.pictures.comment(actor, { ...body, kind: null });
  }

  @Summary('List the comments on the identity document')
  @Get('ktp')
  @Allow('case:read')
  ktpComments(@CurrentActor() actor: Actor, @Query({ schema: KtpQuery }) { taskId }: KtpQuery) {
    return this.queries.comments(actor, taskId, null);
  }

  @Summary('Add or correct an emergency contact')
  @Post('save/userEmerContact')
  @Allow('case:record')
  saveEmergencyContact(
    @CurrentActor() actor: Actor,
    @Body({ schema: SaveEmergencyContact }) body: SaveEmergencyContact,
  ) {
    return this.contacts.save(actor, body);
  }

  @Summary('Leave a note about a call for whoever calls next')
  @Post('callOutMessage')
  @Allow('case:record')
  callOutMessage(@CurrentActor() actor: Actor, @Body({ schema: CallOutMessage }) body: CallOutMessage) {
    return this.messages.leave(actor, body);
  }

  @Summary('List the notes about calls of a case')
  @Get('callOutMessage')
  @Allow('case:read')
  callOutMessages(
    @CurrentActor() actor: Actor,
    @Query({ schema: CallOutMessageQuery }) { taskId }: CallOutMessageQuery,
  ) {
    return this.queries.callOutMessages(actor, taskId);
  }

  @Summary('Reveal a masked number for a stated purpose, and record it')
  @Post('getRealPhone')
  @Allow('phone:reveal')
  getRealPhone(@CurrentActor() actor: Actor, @Body({ schema: RevealPhone }) body: RevealPhone) {
    return this.reveals.reveal(actor, body);
  }

  @Summary('List the apps that loans come from, to choose from')
  @Get('appName/list')
  @Allow('case:read')
  appNames(@CurrentActor() actor: Actor, @Query({ schema: AppNameQuery }) { device }: AppNameQuery) {
    return this.queries.appNames(actor, device);
  }

  @Summary('List the lenders whose loans are collected, to choose from')
  @Get('loanMarketMerchant/list')
  @Allow('case:read')
  merchants(@CurrentActor() actor: Actor) {
    return this.queries.merchants(actor);
  }
}
