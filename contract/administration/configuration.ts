import { z } from 'zod';
import type { WaitingChange } from './approvals.js';
import { AuthenticatorRoles } from '../authenticators.js';
import { AnomalyRules } from '../supervision/anomalies.js';
import { ROLES } from '../codes.js';
import { FirstContact } from '../contact/first-contact.js';
import { LegalSources } from '../contact/legal-sources.js';
import { RegulatorTerms } from '../supervision/regulator-terms.js';
import { MessagePlaces } from '../contact/message-places.js';
import { ClientRequestId } from '../shared/id.js';
import { PAGE_SIZE, pageQuery } from '../shared/page.js';

/** `manage/config/*`: the roles that see phone, identity and card numbers in full. */
export const NumberViewers = z.object({ roles: z.array(z.enum(ROLES)).max(ROLES.length) });
export type NumberViewers = z.infer<typeof NumberViewers>;

/** `menu/getSysConfig`: how much one person may take out: files and their rows on a day, numbers shown in an hour. */
export const SystemLimits = z.object({
  exportFiles: z.int().min(0).max(1_000),
  exportRows: z.int().min(0).max(5_000_000),
  revealsPerHour: z.int().min(0).max(1_000),
  /** Days in which a borrower's wish to be left alone is answered. */
  privacyAnswerDays: z.int().min(1).max(365),
  /** Days that a blocked borrower's data is kept before it may be erased. */
  privacyKeptDays: z.int().min(0).max(36_500),
});
export type SystemLimits = z.infer<typeof SystemLimits>;

const MAX_ADDRESSES = 500;
const Address = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

/** Addresses and networks (203.0.113.0/24), separated by commas. Empty: sign-in is open to every address. */
export const AddressList = z.object({
  addresses: z
    .string()
    .trim()
    .max(10_000)
    .nullable()
    .refine((text) => addressesIn(text).every(isAddress))
    .refine((text) => addressesIn(text).length <= MAX_ADDRESSES),
});
export type AddressList = z.infer<typeof AddressList>;

export function isAddress(text: string): boolean {
  return Address.safeParse(text).success;
}

export function addressesIn(text: string | null): string[] {
  return (text ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean);
}

const MAX_MAILED = 5;
const mailsIn = (text: string | null): string[] => (text ? text.split(',').map((each) => each.trim()) : []);

/** Recipients of the signed words of each day: at most five addresses, separated by commas. */
export const SealMail = z.object({
  mailTo: z
    .string()
    .trim()
    .max(600)
    .nullable()
    .refine((text) => mailsIn(text).every((each) => z.email().safeParse(each).success))
    .refine((text) => mailsIn(text).length <= MAX_MAILED),
});
export type SealMail = z.infer<typeof SealMail>;
export const sealMailTo = ({ mailTo }: SealMail) => mailsIn(mailTo);

/** Each setting by the name it is stored under. Each has versions of its own. */
export interface Configured {
  numbers: NumberViewers;
  limits: SystemLimits;
  addresses: AddressList;
  anomalies: AnomalyRules;
  places: MessagePlaces;
  authenticators: AuthenticatorRoles;
  firstContact: FirstContact;
  regulatorTerms: RegulatorTerms;
  sealMail: SealMail;
  legalSources: LegalSources;
}
export type ConfiguredName = keyof Configured;

/** Version 0: what holds from above, or by default. */
export type ConfiguredVersion<Name extends ConfiguredName> = Configured[Name] & {
  version: number;
  changedBy: string | null;
  changedAt: string | null;
};
/** A change that a second administrator decides; `version` is the one that it was made from. */
export interface WaitingConfiguration<Name extends ConfiguredName> extends WaitingChange {
  version: number;
  document: Configured[Name];
}
/** With the newest versions, the newest first, and what waits. */
export type ConfiguredAnswer<Name extends ConfiguredName> = ConfiguredVersion<Name> & {
  /** The newest first; at its end, as version 0, what held before the first. */
  history: ConfiguredVersion<Name>[];
  waiting: WaitingConfiguration<Name> | null;
};
/** In force at once, or asked for: then `version` is still the one before. */
export interface ConfiguredSaved {
  version: number;
  approvalId: number | null;
}

/** `version` is the one that was edited. */
const change = { version: z.int().min(0), clientRequestId: ClientRequestId.optional() };
export const NumberViewersChange = NumberViewers.extend(change);
export const SystemLimitsChange = SystemLimits.extend(change);
export const AnomalyRulesChange = AnomalyRules.extend(change);
export const MessagePlacesChange = MessagePlaces.extend(change);
export const FirstContactChange = FirstContact.extend(change);
export const RegulatorTermsChange = RegulatorTerms.safeExtend(change);
export const LegalSourcesChange = LegalSources.extend(change);
export const SealMailChange = SealMail.extend(change);
export const AuthenticatorRolesChange = AuthenticatorRoles.extend(change);
export const AddressListChange = AddressList.extend(change);
export type AddressListChange = z.infer<typeof AddressListChange>;
export type ConfiguredChange<Name extends ConfiguredName> = Configured[Name] & {
  version: number;
  clientRequestId?: string | undefined;
};

export const ConfigHistoryQuery = z.object(pageQuery(PAGE_SIZE.table));
export type ConfigHistoryQuery = z.infer<typeof ConfigHistoryQuery>;

/** Somebody whose session or last sign-in came from an address that a list leaves out. */
export interface LockedOut {
  userId: number;
  name: string;
  username: string;
  address: string;
  /** Signed in now: the session would end. */
  signedIn: boolean;
  at: string;
}
/** `loginLimit/whiteList/dryRun`: the first of them, and how many there are. */
export interface LockOuts {
  people: LockedOut[];
  total: number;
  /** The address that the list was sent from, and whether it is left out: such a list is refused. */
  ownAddress: string;
  locksMeOut: boolean;
}
