import type { Role } from './codes.js';

/** Every permission, `noun:verb`. An endpoint that names none does not start. */
export const PERMISSIONS = [
  'card:read',
  'case:read',
  'case:record',
  'case:assign',
  'case:withdraw',
  'case:close',
  'case:import',
  'case:export',
  'promise:extend',
  'plan:read',
  'plan:readLongAging',
  'repayment:act',
  'statistics:read',
  'board:read',
  'kiosk:issue',
  'announcement:manage',
  'priority:manage',
  'view:share',
  'user:read',
  'user:manage',
  'session:revoke',
  'audit:read',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** Menu entries by the specification's legacy keys, in menu order. */
export const MENU_KEYS = [
  '/myTasks',
  'statistics',
  'management-dashboard',
  'management-users',
  'management-queues',
  'management-system',
  'management-complaints',
  'management-seatScheduling',
  'behavior-record',
  'management-phones',
  'management-announcements',
  'management-indicators',
  'management-institutions',
  'management-permissions',
  'management-accounts',
  'management-ipWhitelist',
  'management-smsLimits',
  'management-config',
] as const;
export type MenuKey = (typeof MENU_KEYS)[number];

/** Defaults; the menu part can be edited per role. Rows are scoped besides: see server/platform/auth/scope.ts. */
export const ROLE_GRANTS: Record<Role, { permissions: readonly Permission[]; menu: readonly MenuKey[] }> = {
  member: {
    permissions: ['card:read', 'case:read', 'case:record', 'plan:read', 'repayment:act', 'statistics:read'],
    menu: ['/myTasks', 'statistics'],
  },
  leader: {
    permissions: [
      'card:read',
      'case:read',
      'case:record',
      'case:assign',
      'case:withdraw',
      'case:export',
      'promise:extend',
      'plan:read',
      'plan:readLongAging',
      'repayment:act',
      'statistics:read',
      'board:read',
      'kiosk:issue',
      'view:share',
      'user:read',
    ],
    menu: ['/myTasks', 'statistics', 'management-dashboard', 'management-users', 'management-queues'],
  },
  supervisor: {
    permissions: [
      'card:read',
      'case:read',
      'case:export',
      'plan:read',
      'plan:readLongAging',
      'statistics:read',
      'board:read',
      'user:read',
      'audit:read',
    ],
    menu: ['/myTasks', 'management-dashboard', 'management-complaints', 'behavior-record'],
  },
  admin: {
    permissions: PERMISSIONS,
    menu: MENU_KEYS,
  },
};
