import type { EventName } from './events.js';
import { SCHEDULE_EVENTS } from '../team/schedules.js';
import { SETTINGS_EVENTS } from './settings-events.js';
import { SHEET_EVENTS } from '../administration/sheet-uploads.js';
import { STOP_EVENTS } from '../contact/stops.js';
import { PLAN_EVENTS } from '../team/what-if.js';

const AUDITED = { ...SETTINGS_EVENTS, ...SCHEDULE_EVENTS, ...SHEET_EVENTS, ...PLAN_EVENTS, ...STOP_EVENTS };
export type AuditedName = keyof typeof AUDITED;
export const AUDITED_NAMES = Object.keys(AUDITED) as AuditedName[];

/** Whether an event tells of the configuration: it then has a row in the audit, written with it by the unit of work. */
export function isAudited(name: EventName): name is AuditedName {
  return name in AUDITED;
}

export function nounOf(name: EventName): string {
  return name.split('.')[0]!;
}

/** Filters of the audit. */
export const AUDIT_KINDS = [...new Set(AUDITED_NAMES.map(nounOf))];
