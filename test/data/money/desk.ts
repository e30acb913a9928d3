import type { Type } from '@nestjs/common';
import type { Role } from '../../../contract/codes.js';
import { ROLE_GRANTS } from '../../../contract/permissions.js';
import { addDays, businessDay } from '../../../contract/shared/date.js';
import type { SourceRow } from '../../../server/domain/imports/loan-row.rules.js';
import type { Actor } from '../../../server/platform/auth/actor.js';
import type { Random } from './random.js';

/** The product's services, and the rows that they work for. */
export interface MoneyDesk {
  get<Service>(type: Type<Service>): Service;
  institutionId: number;
  institutionCode: string;
  queueCode: string;
  queueId: number;
  groupId: number;
  collectorIds: readonly number[];
  leaderId: number;
  adminId: number;
}

/** A person as the guard would have found them behind a session. */
export function actorOf(desk: MoneyDesk, userId: number, role: Role): Actor {
  const { institutionId, groupId, queueId } = desk;
  return {
    userId,
    name: `${role} ${userId}`,
    username: `${role}-${userId}`,
    role,
    institutionId,
    institutionIds: [institutionId],
    path: `/${institutionId}/`,
    everywhere: false,
    groupId: role === 'admin' ? null : groupId,
    queueId: role === 'member' ? queueId : null,
    permissions: new Set(ROLE_GRANTS[role].permissions),
    sessionId: 0,
    kiosk: false,
    requestId: null,
    address: null,
    language: 'en',
  };
}

/** A loan of one to three periods, the first of them overdue. @param borrower of the loan: another loan's, or its own */
export function loanRows(
  desk: MoneyDesk,
  { externalId, borrower }: { externalId: string; borrower: string },
  now: Date,
  random: Random,
): SourceRow[] {
  const today = businessDay(now);
  const first = random.whole(-12, -1);
  const phone = `55${String(random.whole(10_000_000, 99_999_999))}`;
  return Array.from({ length: random.whole(1, 3) }, (_, index) => ({
    line: index + 2,
    cells: {
      institutionCode: desk.institutionCode,
      queueCode: desk.queueCode,
      appName: 'Prestamo Ya',
      productCategory: 'PAYDAY',
      platform: 'android',
      borrowerExternalId: `B-${borrower}`,
      borrowerName: `Borrower ${borrower}`,
      state: 'CDMX',
      phone,
      loanExternalId: `L-${externalId}`,
      loanItemExternalId: externalId,
      reloan: '1',
      disbursedAt: addDays(today, -60),
      contractAmount: '3000.00',
      period: String(index + 1),
      dueDate: addDays(today, first + index * random.whole(2, 8)),
      principal: `${random.whole(100, 900)}.${random.whole(10, 99)}`,
      interest: `${random.whole(0, 90)}.00`,
      bankName: 'BBVA',
      cardLast4: '4321',
    },
  }));
}
