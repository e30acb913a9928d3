import type { Role } from './codes.js';

interface Noun {
  /** Field of its events that holds its id. */
  id: string;
  /** Tags that its events make stale; the first is its own rows'. */
  tags: readonly [string, ...string[]];
  /** Permission to see it, if it is another one than to change it, and the roles that begin with it besides administrators. */
  read?: { permission: string; roles: readonly Role[] };
  /** Permission to change it and to revert a change. */
  manage: string;
  /** Reach of `created` and `changed`: its institution, or also those below; `own`: it declares its events and pushes itself. */
  events: 'here' | 'below' | 'own';
  /** Namespace of its words, client/i18n/<language>/<words>.json. */
  words: string;
  /** Path of its form in the browser, without the id. */
  page?: string;
  /** Field of its row, in the table of the noun's name, by which the audit names it; without one it is named by its id. */
  auditName?: string;
  /** Its changes cannot be reverted. */
  final?: true;
}

const roles = ['leader', 'supervisor'] as const;

/**
 * Nouns that administrators configure, by the first part of their events' names. Tags, permissions, events, pushes, the audit
 * and revert follow from this table. Their other parts are in server/api.module.ts and client/app/routes/noun-routes.ts, which do not
 * compile without one for each.
 */
export const NOUNS = {
  queue: {
    id: 'queueId',
    tags: ['Queue', 'Institution'],
    read: { permission: 'queue:read', roles },
    manage: 'queue:manage',
    events: 'here',
    words: 'queues',
    page: '/queueAbout',
    auditName: 'name',
  },
  template: {
    id: 'templateId',
    tags: ['Template'],
    manage: 'template:manage',
    events: 'below',
    words: 'templates',
    page: '/template',
  },
  productTerms: {
    id: 'termsId',
    tags: ['ProductTerms'],
    manage: 'product:manage',
    events: 'below',
    words: 'products',
    page: '/product',
    auditName: 'productCategory',
  },
  indicator: {
    id: 'indicatorId',
    tags: ['Indicator'],
    read: { permission: 'indicator:read', roles },
    manage: 'indicator:manage',
    events: 'own',
    words: 'indicators',
    page: '/indicator',
  },
  agency: {
    id: 'agencyId',
    tags: ['Agency'],
    manage: 'agency:manage',
    events: 'below',
    words: 'agencies',
    page: '/agency',
    auditName: 'name',
  },
  apiKey: {
    id: 'apiKeyId',
    tags: ['ApiKey'],
    manage: 'apiKey:manage',
    events: 'here',
    words: 'api-keys',
    page: '/apiKey',
    auditName: 'name',
    final: true,
  },
  webhook: {
    id: 'webhookId',
    tags: ['Webhook'],
    manage: 'webhook:manage',
    events: 'here',
    words: 'webhooks',
    page: '/webhook',
    auditName: 'name',
    final: true,
  },
  complaintCause: {
    id: 'causeId',
    tags: ['ComplaintCause', 'Complaint'],
    manage: 'complaintCause:manage',
    events: 'own',
    words: 'complaint-causes',
    page: '/complaint/cause',
    auditName: 'name',
  },
  institution: {
    id: 'institutionId',
    tags: ['Institution'],
    read: { permission: 'institution:read', roles: [] },
    manage: 'institution:manage',
    events: 'own',
    words: 'institutions',
    auditName: 'name',
  },
  /** A part of its institution's page. */
  group: {
    id: 'groupId',
    tags: ['Institution'],
    manage: 'institution:manage',
    events: 'here',
    words: 'institutions',
  },
  user: {
    id: 'userId',
    tags: ['User'],
    read: { permission: 'user:read', roles },
    manage: 'user:manage',
    events: 'own',
    words: 'users',
    page: '/user',
    auditName: 'name',
  },
  softphone: {
    id: 'softphoneId',
    tags: ['Softphone', 'User'],
    manage: 'softphone:manage',
    events: 'own',
    words: 'softphones',
    auditName: 'extensionNumber',
  },
  announcement: {
    id: 'announcementId',
    tags: ['Announcement'],
    manage: 'announcement:manage',
    events: 'own',
    words: 'announcements',
    page: '/announcement',
  },
  qualitySheet: {
    id: 'sheetId',
    tags: ['Quality'],
    manage: 'quality:manage',
    events: 'here',
    words: 'quality-sheets',
    auditName: 'name',
    final: true,
  },
} as const satisfies Record<string, Noun>;

type Nouns = typeof NOUNS;
export type NounName = keyof Nouns;
export type NounTag = Nouns[NounName]['tags'][0];
export type NounWords = Nouns[NounName]['words'];
export type NounPermission =
  Nouns[NounName]['manage'] | Extract<Nouns[NounName], { read: object }>['read']['permission'];
export type RevertedNoun = {
  [Name in NounName]: Nouns[Name] extends { final: true } ? never : Name;
}[NounName];
/** Nouns whose two events the kit declares, emits and pushes. */
export type PlainNoun = {
  [Name in NounName]: Nouns[Name] extends { events: 'own' } ? never : Name;
}[NounName];

export const nounsOf = (nouns: Partial<Nouns> = NOUNS) => Object.entries(nouns) as [NounName, Noun][];
