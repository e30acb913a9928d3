import {
  InstitutionChange,
  InstitutionForm,
  InstitutionId,
  type InstitutionInfo,
} from '../../../../contract/administration/institutions.js';
import { ApprovalRequest, ApprovalsQuery } from '../../../../contract/administration/approvals.js';
import {
  TemplateChange,
  TemplateForm,
  type TemplatesAnswer,
  TemplatesQuery,
} from '../../../../contract/contact/message-templates.js';
import { DEFAULT_LIMITS } from '../../../../contract/contact/messages.js';
import { StopChoicesQuery, type StopChoice, StopContact } from '../../../../contract/contact/stops.js';
import {
  ProductTermsChange,
  ProductTermsForm,
  ProductTermsQuery,
  type ProductTermsRow,
} from '../../../../contract/money/products.js';
import { WallboardTokenForm, WallboardTokensQuery } from '../../../../contract/session.js';
import {
  AllAnnouncementsQuery,
  AnnouncementChange,
  type AnnouncementRow,
  NewAnnouncement,
} from '../../../../contract/supervision/announcements.js';
import { AT, type FormCase, GONE, NONE, page } from './form.js';

const TERMS: ProductTermsRow = {
  ...ProductTermsForm.parse({
    productCategory: 'Nomina', institutionId: 1, effectiveFrom: '2030-01-01', extensionPercent: 12.5, extensionDays: 7,
    extensionLimit: 2, afterDays: 90, automaticDebit: true,
  }),
  id: 7, version: 3, state: 'PLANNED', institutionName: 'House', updatedBy: 'Ana', updatedAt: AT,
}; // prettier-ignore

export const TEMPLATES: TemplatesAnswer = {
  ...page({
    ...TemplateForm.parse({ name: 'Reminder', channel: 'SMS', institutionId: 1, texts: { es: 'Hola', en: null, cn: null } }),
    id: 7, version: 3, institutionName: 'House', fromAbove: false, languages: ['es'], enabled: true, updatedBy: 'Ana', updatedAt: AT,
    waiting: null,
  }),
  limits: DEFAULT_LIMITS,
}; // prettier-ignore

const INSTITUTION: InstitutionInfo = {
  ...InstitutionForm.parse({ name: 'House', code: 'H-1', parentId: 2 }),
  id: 7, version: 3, enabled: true, parentName: 'Branch', groupCount: 1, userCount: 4, below: 0,
  groups: [{ id: 3, version: 1, name: 'Team A', enabled: true, userCount: 4 }],
}; // prettier-ignore

const ANNOUNCEMENT: AnnouncementRow = {
  msgId: 7, version: 3, kind: 'NOTICE', state: 'SHOWN', institutionId: 1, institutionName: 'House', groupId: null,
  groupName: null, startsAt: null, endsAt: null, published: true, texts: { cn: '早会', en: 'Meeting', es: 'Junta' },
  content: 'Meeting', name: null, idNo: null, irregularities: null, processResult: null, hasPicture: false, readCount: 2,
  createdBy: 'Ana', createdAt: AT, updatedAt: AT,
}; // prettier-ignore

export const SETTING_FORMS: readonly FormCase[] = [
  {
    noun: 'product terms',
    may: 'product:manage',
    words: 'products',
    add: '/add/product',
    typed: { productCategory: 'Vivienda' },
    edit: { at: '/product/7', version: 3 },
    save: { call: 'POST product/terms', body: ProductTermsChange },
    answers: (network) =>
      network.on({ call: 'GET product/terms', query: ProductTermsQuery, answer: () => page(TERMS) }),
  },
  {
    noun: 'a message template',
    may: 'template:manage',
    words: 'templates',
    add: '/add/template',
    typed: { name: 'Recordatorio', 'texts.es': 'Hola' },
    edit: { at: '/template/7', version: 3 },
    save: { call: 'POST sms/templates/createOrUpdate', body: TemplateChange },
    answers: (network) =>
      network.on({ call: 'GET sms/templates/manage', query: TemplatesQuery, answer: () => TEMPLATES }),
  },
  {
    noun: 'an institution',
    may: 'institution:manage',
    words: 'institutions',
    add: '/institutionalManagement/add',
    typed: { name: 'North', code: 'N-1' },
    edit: { at: '/institutionalManagement/institution/7', version: 3 },
    save: { call: 'POST institutionalManagement/createOrUpdate', body: InstitutionChange },
    answers: (network) =>
      network.on({
        call: 'GET institutionalManagement/info',
        query: InstitutionId,
        answer: () => INSTITUTION,
      }),
  },
  {
    noun: 'an announcement',
    may: 'announcement:manage',
    words: 'notices',
    add: '/add/announcement',
    typed: { 'texts.cn': '晨会', 'texts.en': 'Meeting', 'texts.es': 'Junta' },
    edit: { at: '/announcement/7', version: 3 },
    save: { call: 'POST msg/addMsg', body: NewAnnouncement, answer: { msgId: 7 } },
    change: { call: 'POST msg/updateMsg', body: AnnouncementChange },
    answers: (network) =>
      network.on({
        call: 'POST msg/queryAllMsg',
        body: AllAnnouncementsQuery,
        answer: () => page(ANNOUNCEMENT),
      }),
  },
  {
    noun: 'an approval that is asked for',
    may: 'approval:decide',
    words: 'approvals',
    add: '/add/approval',
    typed: { reason: 'A complaint is open' },
    save: { call: 'POST approval/request', body: ApprovalRequest },
    answers: (network) =>
      network.on({ call: 'GET approval/list', query: ApprovalsQuery, answer: () => NONE }),
  },
  {
    noun: 'a stop of contact',
    may: 'guard:stop',
    words: 'stops',
    add: '/add/stop',
    typed: { subjectId: 'Berta', reason: 'Threatened a borrower' },
    save: { call: 'POST guard/stop', body: StopContact },
    answers: (network) =>
      network.on({ call: 'GET guard/stops/7', answer: () => GONE }).on({
        call: 'GET guard/stops/choices',
        query: StopChoicesQuery,
        answer: (): StopChoice[] => [{ id: 9, name: 'Berta' }],
      }),
  },
  {
    noun: 'a wallboard that is paired',
    may: 'kiosk:issue',
    role: 'leader',
    words: 'kiosks',
    add: '/add/kiosk',
    typed: { code: '123456', label: 'Hall' },
    save: {
      call: 'POST dashboard/kioskToken',
      body: WallboardTokenForm,
      answer: { sessionId: 7, groupId: 3 },
    },
    answers: (network) =>
      network.on({ call: 'GET dashboard/kioskTokens', query: WallboardTokensQuery, answer: () => NONE }),
  },
];
