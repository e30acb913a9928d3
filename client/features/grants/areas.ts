import { PERMISSIONS, MENU_KEYS, type MenuKey, type Permission } from '../../../contract/permissions';

const PERMISSION_AREAS = ['work', 'contact', 'conduct', 'money', 'team', 'people', 'system'] as const;
type Area = (typeof PERMISSION_AREAS)[number];
type Subject<Of extends string> = Of extends `${infer Noun}:${string}` ? Noun : never;

/** The area of work that a permission stands under, by the noun before its colon. All others stand under `system`. */
const AREA_OF: Partial<Record<Subject<Permission>, Area>> = {
  card: 'work', case: 'work', promise: 'work', request: 'work', plan: 'work', view: 'work',
  call: 'contact', phone: 'contact', help: 'contact', recording: 'contact', message: 'contact', messageLimits: 'contact',
  template: 'contact', softphone: 'contact',
  guard: 'conduct', quality: 'conduct', complaint: 'conduct', complaintCause: 'conduct', violation: 'conduct', monitor: 'conduct',
  agency: 'conduct',
  repayment: 'money', refund: 'money', product: 'money',
  statistics: 'team', indicator: 'team', board: 'team', kiosk: 'team', announcement: 'team', presence: 'team', priority: 'team',
  allocation: 'team', queue: 'team', schedule: 'team',
  user: 'people', institution: 'people', grants: 'people', session: 'people', approval: 'people',
}; // prettier-ignore

export type GrantKey = Permission | MenuKey;

export const isPermission = (key: GrantKey): key is Permission => key.includes(':');

const areaOf = (permission: Permission) =>
  AREA_OF[permission.split(':')[0] as Subject<Permission>] ?? 'system';

/** Everything that a role may be given, by area: the entries of the menu, then the calls. */
export const AREAS = [
  ['menu', MENU_KEYS],
  ...PERMISSION_AREAS.map((area) => [area, PERMISSIONS.filter((each) => areaOf(each) === area)] as const),
] as const satisfies (readonly [string, readonly GrantKey[]])[];
