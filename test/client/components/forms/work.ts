import {
  UserChange,
  UserForm,
  type UserInfo,
  UserRef,
  DEFAULT_USER,
} from '../../../../contract/administration/users.js';
import {
  BindRecordQuery,
  BoundCollectorQuery,
  SoftphoneChange,
  type SoftphoneInfo,
  SoftphoneListQuery,
} from '../../../../contract/contact/softphones.js';
import { ProductTermsQuery } from '../../../../contract/money/products.js';
import { TemplatesQuery } from '../../../../contract/contact/message-templates.js';
import { NewComplaint } from '../../../../contract/supervision/complaints.js';
import {
  QualitySheetChange,
  QualitySheetForm,
  type QualitySheetRow,
  QualitySheetsQuery,
} from '../../../../contract/supervision/quality.js';
import {
  IndicatorChange,
  IndicatorForm,
  IndicatorQuery,
  type IndicatorRow,
} from '../../../../contract/team/indicators.js';
import { QueueChange, QueueForm, type QueueInfo } from '../../../../contract/team/queues.js';
import { AT, type FormCase, GONE, NONE } from './form.js';

const QUEUE: QueueInfo = {
  ...QueueForm.parse({
    institutionId: 1, code: 'Q-7', name: 'Early', type: 'AUTOMATIC', longAgingDpd: 31, plannedCases: null, perCapitaMin: 0,
    perCapitaMax: 120, seatsMin: 0, seatsMax: null, firstActionDays: 1, reminderTemplateId: null,
  }),
  id: 7, version: 3, open: true, institutionName: 'House', reminderTemplate: null, userCount: 4, waiting: 0, assigned: 80, oldestWaitingAt: null,
}; // prettier-ignore

const SOFTPHONE: SoftphoneInfo = {
  institutionId: 1, supplier: 'Telco', extensionNumber: '4711', provider: null, callerNumber: null, id: 7, version: 3,
  institutionName: 'House', status: 'ENABLED', agentId: null, agent: null, boundAt: null, unboundAt: null, updatedAt: AT,
}; // prettier-ignore

export const USER: UserInfo = {
  ...UserForm.parse({ ...DEFAULT_USER, username: 'berta', name: 'Berta', role: 'member', institutionId: 1, groupId: 3 }),
  id: 7, version: 3, enabled: true, picture: null, institutionName: 'House', groupName: 'Team A', queueName: null,
  phones: [], idCardBound: false, liveChecks: 0, faceChecks: 0, createdBy: null, createdAt: AT, updatedBy: 'Ana',
  updatedAt: AT, waiting: null,
}; // prettier-ignore

const SHEET: QualitySheetRow = {
  ...QualitySheetForm.parse({
    institutionId: 1, name: 'Calls', questions: 'Greeted?', perDay: 2, minSeconds: 30, enabled: true,
  }),
  id: 7, version: 3, institutionName: 'House', updatedBy: 'Ana', updatedAt: AT,
}; // prettier-ignore

const INDICATOR: IndicatorRow = {
  ...IndicatorForm.parse({
    institutionId: 1, queueId: null, method: 'RATE_AMOUNT', percent: 20, amount: null,
    buckets: { dpd1: null, dpd8: null, dpd16: null, dpd31: null, dpd61: null, dpd91: null },
    effectiveFrom: '2030-01-01', effectiveTo: null,
  }),
  id: 7, version: 3, state: 'PLANNED', institutionName: 'House', queueName: null, updatedBy: 'Ana', updatedAt: AT,
}; // prettier-ignore

export const WORK_FORMS: readonly FormCase[] = [
  {
    noun: 'a queue',
    may: 'queue:manage',
    mayPart: 'queue:edit',
    words: 'queues',
    add: '/addQueue',
    typed: { name: 'Late', code: 'Q-8' },
    edit: { at: '/queueAbout/7', version: 3 },
    save: { call: 'POST management/queue/createOrUpdate', body: QueueChange },
    answers: (network) =>
      network
        .on({ call: 'GET management/queue/info/7', answer: () => QUEUE })
        .on({ call: 'GET sms/templates/manage', query: TemplatesQuery, answer: () => NONE }),
  },
  {
    noun: 'a softphone',
    may: 'softphone:manage',
    words: 'softphones',
    add: '/add/softPhone',
    typed: { extensionNumber: '4712', supplier: 'Telco', password: 'secret-1' },
    edit: { at: '/softPhone/7', version: 3 },
    save: { call: 'POST softPhone/createOrUpdate', body: SoftphoneChange },
    answers: (network) =>
      network
        .on({ call: 'GET softPhone/info/7', answer: () => SOFTPHONE })
        .on({ call: 'GET softPhone/bindRecord', query: BindRecordQuery, answer: () => NONE })
        .on({ call: 'GET login/getAllCollector', answer: () => [] }),
  },
  {
    noun: 'a person',
    may: 'user:manage',
    words: 'users',
    add: '/add/user',
    typed: { name: 'Carla', username: 'carla', groupId: 'Team A' },
    edit: { at: '/user/7', version: 3 },
    save: { call: 'POST manage/user/createOrUpdate', body: UserChange },
    answers: (network) =>
      network
        .on({ call: 'GET manage/user/info', query: UserRef, answer: () => USER })
        .on({
          call: 'GET manage/user/access',
          query: UserRef,
          answer: () => ({ session: null, lockedUntil: null }),
        })
        .on({ call: 'GET product/terms', query: ProductTermsQuery, answer: () => NONE })
        .on({ call: 'GET task/appName/list', answer: () => [] })
        .on({ call: 'GET softPhone/getByBindAgentId', query: BoundCollectorQuery, answer: () => null })
        .on({ call: 'GET softPhone/list', query: SoftphoneListQuery, answer: () => NONE }),
  },
  {
    noun: 'a quality sheet',
    may: 'quality:manage',
    words: 'quality-sheets',
    add: '/add/qualitySheet',
    typed: { name: 'Visits', questions: 'Greeted?' },
    edit: { at: '/quality/sheet/7', version: 3 },
    save: { call: 'POST quality/sheets', body: QualitySheetChange },
    answers: (network) =>
      network
        .on({ call: 'GET quality/sheet/7', answer: () => SHEET })
        .on({ call: 'GET quality/sheet/7/versions', answer: () => [] })
        .on({ call: 'GET quality/sheets', query: QualitySheetsQuery, answer: () => NONE }),
  },
  {
    noun: 'an indicator',
    may: 'indicator:manage',
    words: 'indicators',
    add: '/add/indicator',
    typed: { percent: '25' },
    edit: { at: '/indicator/7', version: 3 },
    save: { call: 'POST achievementBoard/createOrUpdate', body: IndicatorChange },
    answers: (network) =>
      network
        .on({ call: 'GET achievementBoard/info/7', answer: () => INDICATOR })
        .on({ call: 'GET achievementBoard/list', query: IndicatorQuery, answer: () => NONE }),
  },
  {
    noun: 'a complaint of a number',
    may: 'complaint:handle',
    words: 'complaints',
    add: '/add/complaint',
    typed: { phone: '5512345678', content: 'Called at night' },
    save: { call: 'POST customer/service/create', body: NewComplaint },
    answers: (network) => network.on({ call: 'GET customer/service/detail/7', answer: () => GONE }),
  },
];
