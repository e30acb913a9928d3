import { Body, Controller, Post } from '@nestjs/common';
import { IdentityIntake, PictureIntake, VisitIntake } from '../../../../contract/cases/intake.js';
import { AllowSigned } from '../../../platform/auth/allow.js';
import { JsonLimit } from '../../../platform/http/body-limits.js';
import { IdentityIntakeService } from './identity-intake.service.js';
import { PicturesIntakeService } from './pictures-intake.service.js';
import { VisitsIntakeService } from './visits-intake.service.js';

/** Messages of the lender's platform about a borrower, one a call. */
@Controller('intake')
export class IntakeController {
  constructor(
    private readonly pictures: PicturesIntakeService,
    private readonly identities: IdentityIntakeService,
    private readonly visits: VisitsIntakeService,
  ) {}

  @Post('picture')
  @AllowSigned('intakeHmac')
  @JsonLimit(1_536)
  async picture(@Body({ schema: PictureIntake }) message: PictureIntake) {
    return (await this.pictures.take([message]))[0]!;
  }

  @Post('identity')
  @AllowSigned('intakeHmac')
  async identity(@Body({ schema: IdentityIntake }) message: IdentityIntake) {
    return (await this.identities.take([message]))[0]!;
  }

  @Post('visit')
  @AllowSigned('intakeHmac')
  async visit(@Body({ schema: VisitIntake }) message: VisitIntake) {
    return (await this.visits.take([message]))[0]!;
  }
}
