import { AnomalyRules } from '../../../../contract/supervision/anomalies';
import { AuthenticatorRoles } from '../../../../contract/authenticators';
import {
  AddressList,
  NumberViewers,
  SealMail,
  SystemLimits,
} from '../../../../contract/administration/configuration';
import { FirstContact, SCRIPT_ITEMS } from '../../../../contract/contact/first-contact';
import { LegalSources } from '../../../../contract/contact/legal-sources';
import { MessagePlaces } from '../../../../contract/contact/message-places';
import { RegulatorTerms } from '../../../../contract/supervision/regulator-terms';
import { groupsOf } from '../../../ui/entity-form/fields';

export const SYSTEM_GROUPS = groupsOf(SystemLimits, {
  takenOut: { exportFiles: {}, exportRows: {}, revealsPerHour: {} },
  privacy: { privacyAnswerDays: { unit: 'days' }, privacyKeptDays: { unit: 'days' } },
});
export const NUMBER_GROUPS = groupsOf(NumberViewers, { viewers: { roles: { words: 'codes:role' } } });
export const AUTHENTICATOR_GROUPS = groupsOf(AuthenticatorRoles, {
  signIn: { codeRoles: { words: 'codes:role' } },
});
export const ADDRESS_GROUPS = groupsOf(AddressList, { whiteList: { addresses: {} } });
export const PLACE_GROUPS = groupsOf(MessagePlaces, { messagePlaces: { places: {} } });
export const FIRST_CONTACT_GROUPS = groupsOf(FirstContact, {
  firstContact: { isRequired: {}, talkFrom: {}, legalSource: {} },
  script: Object.fromEntries(SCRIPT_ITEMS.map((item) => [item, {}])),
});
export const REGULATOR_GROUPS = groupsOf(RegulatorTerms, {
  reported: { isReported: {}, reportDay: {}, remindDays: {} },
  register: { callerNumber: {}, onlyRegistered: {} },
  answered: { legalDays: { unit: 'days' }, legalSource: {} },
  file: { fileColumns: { kind: 'area' } },
});
export const SEAL_GROUPS = groupsOf(SealMail, { sealMail: { mailTo: { kind: 'text' } } });
export const LEGAL_GROUPS = groupsOf(LegalSources, { legalSources: { sources: { kind: 'area' } } });
export const ANOMALY_GROUPS = groupsOf(AnomalyRules, {
  shownAndTaken: { reveals: {}, revealMinutes: {}, exports: {} },
  whereAndWhen: { newAddress: {}, newDevice: {}, night: {}, nightFrom: {}, nightTo: {} },
  calling: {
    ...{ shortCalls: {}, shortSeconds: {}, shortMinutes: {} },
    ...{ sharedPeople: {}, sharedHours: {}, refused: {}, refusedMinutes: {}, wrongFrom: {} },
  },
  most: { perDay: {} },
});
