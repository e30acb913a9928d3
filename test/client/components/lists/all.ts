import { ApprovalsQuery } from '../../../../contract/administration/approvals.js';
import { InstitutionListQuery } from '../../../../contract/administration/institutions.js';
import { LoginLogQuery, UserListQuery } from '../../../../contract/administration/users.js';
import { TemplatesQuery } from '../../../../contract/contact/message-templates.js';
import { DEFAULT_LIMITS } from '../../../../contract/contact/messages.js';
import { SoftphoneListQuery } from '../../../../contract/contact/softphones.js';
import { StopsQuery } from '../../../../contract/contact/stops.js';
import { ProductTermsQuery } from '../../../../contract/money/products.js';
import { RefundsQuery } from '../../../../contract/money/refunds.js';
import { WallboardTokensQuery } from '../../../../contract/session.js';
import { AllAnnouncementsQuery } from '../../../../contract/supervision/announcements.js';
import { QualitySheetsQuery } from '../../../../contract/supervision/quality.js';
import { IndicatorQuery } from '../../../../contract/team/indicators.js';
import { QueueListQuery } from '../../../../contract/team/queues.js';
import type { ListCase } from './list.js';

export const LISTS: readonly ListCase[] = [
  {
    noun: 'product terms',
    at: '/products',
    words: 'products',
    read: { call: 'GET product/terms', query: ProductTermsQuery },
    add: { may: 'product:manage' },
  },
  {
    noun: 'message templates',
    at: '/templates',
    words: 'templates',
    read: { call: 'GET sms/templates/manage', query: TemplatesQuery },
    add: { may: 'template:manage' },
    besides: { limits: DEFAULT_LIMITS },
  },
  {
    noun: 'institutions',
    at: '/institutionalManagement/institutions',
    words: 'institutions',
    read: { call: 'GET institutionalManagement/list', query: InstitutionListQuery },
    add: { may: 'institution:manage' },
  },
  {
    noun: 'announcements',
    at: '/announcements',
    words: 'notices',
    read: { call: 'POST msg/queryAllMsg', query: AllAnnouncementsQuery },
    add: { may: 'announcement:manage' },
  },
  {
    noun: 'approvals',
    at: '/system/approvals',
    words: 'approvals',
    read: { call: 'GET approval/list', query: ApprovalsQuery },
    add: { may: 'approval:decide' },
  },
  {
    noun: 'stops of contact',
    at: '/stops',
    words: 'stops',
    read: { call: 'GET guard/stops', query: StopsQuery },
    add: { may: 'guard:stop' },
  },
  {
    noun: 'wallboards',
    at: '/system/kiosks',
    words: 'kiosks',
    read: { call: 'GET dashboard/kioskTokens', query: WallboardTokensQuery },
  },
  {
    noun: 'queues',
    at: '/queue',
    words: 'queues',
    read: { call: 'GET management/queue/list/', query: QueueListQuery },
    add: { may: 'queue:manage' },
  },
  {
    noun: 'softphones',
    at: '/softPhone',
    words: 'softphones',
    read: { call: 'GET softPhone/list', query: SoftphoneListQuery },
    add: { may: 'softphone:manage' },
  },
  {
    noun: 'people',
    at: '/users',
    words: 'users',
    read: { call: 'GET manage/user/list', query: UserListQuery },
    add: { may: 'user:manage' },
  },
  {
    noun: 'quality sheets',
    at: '/quality/sheets',
    words: 'quality-sheets',
    read: { call: 'GET quality/sheets', query: QualitySheetsQuery },
    add: { may: 'quality:manage' },
  },
  {
    noun: 'indicators',
    at: '/indicators',
    words: 'indicators',
    read: { call: 'GET achievementBoard/list', query: IndicatorQuery },
    add: { may: 'indicator:manage' },
  },
  {
    noun: 'refunds',
    at: '/refunds',
    words: 'refunds',
    read: { call: 'GET refund/list', query: RefundsQuery },
  },
  {
    noun: 'attempts to sign in',
    at: '/users/logins',
    words: 'logins',
    read: { call: 'GET manage/user/loginLogs', query: LoginLogQuery },
  },
];
