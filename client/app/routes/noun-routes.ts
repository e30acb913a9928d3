import type { NounName } from '../../../contract/nouns';
import type { Screen } from './screen';

const users = () => import('../../features/users/users-page');
const user = () => import('../../features/users/user-page');
const userUpload = () => import('../../features/users/upload-page');
const logins = () => import('../../features/users/logins-page');
const queues = () => import('../../features/queues/queues-page');
const queue = () => import('../../features/queues/queue-page');
const queueCases = () => import('../../features/queues/queue-cases-page');
const handOut = () => import('../../features/allocation/hand-out-page');
const uncovered = () => import('../../features/queues/uncovered-page');
const softphones = () => import('../../features/softphones/softphones-page');
const softphoneUpload = () => import('../../features/softphones/upload-page');
const softphone = () => import('../../features/softphones/softphone-page');
const announcements = () => import('../../features/announcements/announcements-page');
const announcement = () => import('../../features/announcements/announcement-page');
const violation = () => import('../../features/announcements/violation-page');
const templates = () => import('../../features/messages/templates-page');
const template = () => import('../../features/messages/template-page');
const products = () => import('../../features/products/products-page');
const product = () => import('../../features/products/product-page');
const agencies = () => import('../../features/agencies/agencies-page');
const apiKeys = () => import('../../features/api-keys/api-keys-page');
const webhooks = () => import('../../features/webhooks/webhooks-page');
const webhook = () => import('../../features/webhooks/webhook-page');
const apiKey = () => import('../../features/api-keys/api-key-page');
const agency = () => import('../../features/agencies/agency-page');
const causes = () => import('../../features/complaints/causes-page');
const cause = () => import('../../features/complaints/cause-page');
const indicators = () => import('../../features/indicators/indicators-page');
const indicator = () => import('../../features/indicators/indicator-page');
const institutions = () => import('../../features/institutions/institutions-page');
const institution = () => import('../../features/institutions/institution-page');

/** Screens of each noun that administrators configure. */
export const NOUN_ROUTES = {
  queue: [
    { path: '/queue', load: queues, menu: { key: 'management-queues', label: 'queues' } },
    { path: '/queue/list/:id', load: queueCases },
    { path: '/queue/plan/:id', load: handOut },
    { path: '/queueAbout/:id', load: queue },
    { path: '/addQueue', load: queue },
    {
      path: '/queue/uncovered',
      load: uncovered,
      menu: { key: 'management-queues', label: 'uncovered' },
    },
  ],
  user: [
    { path: '/users', load: users, menu: { key: 'management-users', label: 'users' } },
    { path: '/users/logins', load: logins },
    { path: '/users/upload', load: userUpload },
    { path: '/user/:id', load: user },
    { path: '/add/user', load: user },
  ],
  softphone: [
    {
      path: '/softPhone',
      load: softphones,
      menu: { key: 'management-phones', label: 'softphones' },
    },
    { path: '/softPhone/upload', load: softphoneUpload },
    { path: '/softPhone/:id', load: softphone },
    { path: '/add/softPhone', load: softphone },
  ],
  announcement: [
    {
      path: '/announcements',
      load: announcements,
      menu: { key: 'management-announcements', label: 'announcements' },
    },
    { path: '/announcement/:id', load: announcement },
    { path: '/add/announcement', load: announcement },
    { path: '/violation/:id', load: violation },
  ],
  template: [
    {
      path: '/templates',
      load: templates,
      menu: { key: 'management-system', label: 'templates' },
    },
    { path: '/template/:id', load: template },
    { path: '/add/template', load: template },
  ],
  productTerms: [
    {
      path: '/products',
      load: products,
      menu: { key: 'management-system', label: 'products' },
    },
    { path: '/product/:id', load: product },
    { path: '/add/product', load: product },
  ],
  agency: [
    {
      path: '/agencies',
      load: agencies,
      menu: { key: 'management-phones', label: 'agencies', may: 'agency:manage' },
    },
    { path: '/agency/:id', load: agency },
    { path: '/add/agency', load: agency },
  ],
  webhook: [
    {
      path: '/webhooks',
      load: webhooks,
      menu: { key: 'management-system', label: 'webhooks', may: 'webhook:manage' },
    },
    { path: '/webhook/:id', load: webhook },
    { path: '/add/webhook', load: webhook },
  ],
  apiKey: [
    {
      path: '/apiKeys',
      load: apiKeys,
      menu: { key: 'management-system', label: 'api-keys', may: 'apiKey:manage' },
    },
    { path: '/apiKey/:id', load: apiKey },
    { path: '/add/apiKey', load: apiKey },
  ],
  complaintCause: [
    { path: '/complaint/causes', load: causes },
    { path: '/complaint/cause/:id', load: cause },
    { path: '/add/complaint/cause', load: cause },
  ],
  indicator: [
    {
      path: '/indicators',
      load: indicators,
      menu: { key: 'management-indicators', label: 'indicators' },
    },
    { path: '/indicator/:id', load: indicator },
    { path: '/add/indicator', load: indicator },
  ],
  institution: [
    {
      path: '/institutionalManagement/institutions',
      load: institutions,
      menu: { key: 'management-institutions', label: 'institutions' },
    },
    { path: '/institutionalManagement/institution/:id', load: institution },
    { path: '/institutionalManagement/add', load: institution },
  ],
  /** Parts of their institution's, and of the calls', screens. */
  group: [],
  qualitySheet: [],
} as const satisfies Record<NounName, readonly Screen[]>;
