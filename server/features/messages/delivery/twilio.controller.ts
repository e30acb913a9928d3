import { Body, Controller, Header, Post, Query } from '@nestjs/common';
import { TwilioIncoming, TwilioReceipt, TwilioReceiptQuery } from '../../../../contract/contact/twilio.js';
import { AllowSigned, Raw } from '../../../platform/auth/allow.js';
import { Clock } from '../../../platform/clock/clock.js';
import { FieldsLimit } from '../../../platform/http/body-limits.js';
import { Summary } from '../../../platform/http/summary.js';
import { incomingOf, receiptOf, twiml } from '../../../domain/messages/delivery/twilio.rules.js';
import { IncomingMessagesService } from '../incoming/incoming-messages.service.js';
import { ReceiptsService } from './receipts.service.js';

/** Twilio's callbacks, signed by the account's token as Twilio signs. */
@Controller('callback/twilio')
export class TwilioController {
  constructor(
    private readonly receipts: ReceiptsService,
    private readonly incoming: IncomingMessagesService,
    private readonly clock: Clock,
  ) {}

  @Summary('Take a delivery receipt from Twilio')
  @Post('receipt')
  @AllowSigned('carrierHmac', 'TWILIO')
  @FieldsLimit(64)
  async receipt(
    @Query({ schema: TwilioReceiptQuery }) { message }: TwilioReceiptQuery,
    @Body({ schema: TwilioReceipt }) fields: TwilioReceipt,
  ) {
    const receipt = receiptOf(message, fields, this.clock.now());
    return receipt && (await this.receipts.receive(receipt));
  }

  @Summary('Take a message that somebody sent to the lender by Twilio')
  @Post('inbound')
  @AllowSigned('carrierHmac', 'TWILIO')
  @FieldsLimit(64)
  @Header('content-type', 'text/xml; charset=utf-8')
  @Raw()
  async inbound(@Body({ schema: TwilioIncoming }) fields: TwilioIncoming): Promise<string> {
    const { reply } = await this.incoming.receive(incomingOf(fields, this.clock.now()));
    return twiml(reply);
  }
}
