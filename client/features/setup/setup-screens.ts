import type { SetupState, SetupStep } from '../../../contract/administration/setup';

/** Where the first of its kind is made, and where those that are there are seen. */
const SCREENS: Record<Exclude<SetupStep, 'institution' | 'group'>, readonly [make: string, see: string]> = {
  below: ['/institutionalManagement/add', '/institutionalManagement/institutions'],
  administrator: ['/users', '/users'],
  queue: ['/addQueue', '/queue'],
  indicator: ['/add/indicator', '/indicators'],
  product: ['/add/product', '/products'],
  policy: ['/settings/contactPolicy', '/settings/contactPolicy'],
  limits: ['/settings/messageLimits', '/settings/messageLimits'],
  template: ['/add/template', '/templates'],
  providers: ['/system/connections', '/system/connections'],
  phone: ['/add/softPhone', '/softPhone'],
  supervisor: ['/add/user', '/users'],
  user: ['/add/user', '/users'],
  schedule: ['/seatingSchedule', '/seatingSchedule'],
  import: ['/imports', '/imports'],
  handOut: ['/queue', '/queue'],
  backup: ['/system/health', '/system/health'],
};

export function screenOf({ step, done, gap }: SetupState, institutionId: number | undefined): string {
  if (step === 'institution' || step === 'group')
    return `/institutionalManagement/institution/${institutionId}`;
  return SCREENS[step][done || gap !== null ? 1 : 0];
}

/** Done, or not needed. */
export const isOver = ({ done, skipped }: SetupState): boolean => done || skipped !== null;
