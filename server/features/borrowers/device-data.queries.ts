import { Injectable } from '@nestjs/common';
import type {
  AddressBookRow,
  CallType,
  DeviceCallRow,
  DeviceListQuery,
  DevicePage,
} from '../../../contract/cases/borrowers.js';
import type { Actor } from '../../platform/auth/actor.js';
import { casesOf } from '../../platform/auth/scope.js';
import { Vault } from '../../platform/crypto/vault.js';
import { Database } from '../../platform/db/database.js';
import { cappedTotal } from '../../platform/db/lists/capped-counts.js';
import { sql, type Statement } from '../../platform/db/sql.js';
import { AppError } from '../../platform/http/app-error.js';
import { pendingCall, refuseWhilePending } from '../../domain/calls/who-answers.sql.js';
import { Settings } from '../../platform/settings/settings.js';

interface DeviceRow {
  id: number;
  name: string;
  phone: string;
  sealed: Buffer;
}

/**
 * The address book and the call list of the borrower's device. What the institution's policy
 * "deviceData" does not keep is not shown either, whatever an earlier policy has left.
 */
@Injectable()
export class DeviceDataQueries {
  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
    private readonly settings: Settings,
  ) {}

  /** @throws case.notFound, call.whoAnswers */
  addressBook(actor: Actor, caseId: number, query: DeviceListQuery): Promise<DevicePage<AddressBookRow>> {
    return this.device<DeviceRow, AddressBookRow>(actor, caseId, query, {
      columns: sql`k.id, k.name, k.phone_mask AS phone, k.phone_enc AS sealed`,
      source: sql`FROM contact k WHERE k.relation = 'R11' AND k.borrower_id =`,
      order: sql`k.name, k.id`,
      draw: (row) => row,
    });
  }

  /** Latest call first; numbers whose calls have no date come last. @throws case.notFound, call.whoAnswers */
  calls(actor: Actor, caseId: number, query: DeviceListQuery): Promise<DevicePage<DeviceCallRow>> {
    return this.device<DeviceRow & { type: CallType | null; at: Date | null }, DeviceCallRow>(
      actor,
      caseId,
      query,
      {
        columns: sql`k.id, k.name, k.phone_mask AS phone, k.phone_enc AS sealed, d.type, d.at`,
        source: sql`FROM contact k LEFT JOIN device_call d
            ON d.borrower_id = k.borrower_id AND d.phone_hash = k.phone_hash
          WHERE k.relation = 'R12' AND k.borrower_id =`,
        order: sql`d.at DESC, k.id`,
        draw: ({ at, ...row }) => ({ ...row, time: at?.getTime() ?? null }),
      },
    );
  }

  private async device<Found extends DeviceRow, Row>(
    actor: Actor,
    caseId: number,
    { page, size }: DeviceListQuery,
    part: {
      columns: Statement;
      source: Statement;
      order: Statement;
      draw: (row: Omit<Found, 'sealed'>) => Row;
    },
  ): Promise<DevicePage<Row>> {
    const [cases, plain] = await Promise.all([
      this.database.rows<{ borrowerId: number; kept: number; pendingCallId: number | null }>(sql`
        SELECT c.borrower_id AS borrowerId, i.device_data AS kept, ${pendingCall(actor)} AS pendingCallId
        FROM collection_case c JOIN institution i ON i.id = c.institution_id
        WHERE c.id = ${caseId} AND ${casesOf(actor)}`),
      this.settings.showsPlain(actor),
    ]);
    const found = cases[0];
    if (!found) throw new AppError('case.notFound');
    refuseWhilePending(found);
    if (found.kept !== 1) return { notKept: true, hideKey: !plain, result: [], totalCount: 0 };
    const [rows, totalCount] = await Promise.all([
      this.database.rows<Found>(sql`
        SELECT ${part.columns} ${part.source} ${found.borrowerId}
        ORDER BY ${part.order} LIMIT ${String(size)} OFFSET ${String((page - 1) * size)}`),
      cappedTotal(this.database, sql`${part.source} ${found.borrowerId}`),
    ]);
    const result = rows.map(({ sealed, ...row }) =>
      part.draw({ ...row, phone: plain ? this.vault.open(sealed) : row.phone } as Omit<Found, 'sealed'>),
    );
    return { notKept: false, hideKey: !plain, result, totalCount };
  }
}
