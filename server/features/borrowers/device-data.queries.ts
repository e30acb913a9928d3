import { Injectable } from '@nestjs/common';
import type {
  AddressBookRow,
  CallRecordRow,
  CallType,
  DeviceCallRow,
  DeviceListQuery,
  DevicePage,
} from '../../../contract/borrowers.js';
import type { CallStatus, Relation } from '../../../contract/codes.js';
import { COUNT_CAP, type Page } from '../../../contract/shared/page.js';
import type { Actor } from '../../platform/auth/actor.js';
import { casesOf } from '../../platform/auth/scope.js';
import { Vault } from '../../platform/crypto/vault.js';
import { Database } from '../../platform/db/database.js';
import { sql, type Statement } from '../../platform/db/sql.js';
import { AppError } from '../../platform/http/app-error.js';
import { PhonePolicy } from '../cases/phone-policy.js';
import { loggedCallType } from './call-type.rules.js';

interface DeviceRow {
  id: number;
  name: string;
  phone: string;
  sealed: Buffer;
}

/**
 * The address book and the call list of the borrower's device, and our own calls with him. What the institution's policy
 * "deviceData" does not keep is not shown either, whatever an earlier policy has left.
 */
@Injectable()
export class DeviceDataQueries {
  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
    private readonly phones: PhonePolicy,
  ) {}

  /** @throws case.notFound */
  addressBook(actor: Actor, caseId: number, query: DeviceListQuery): Promise<DevicePage<AddressBookRow>> {
    return this.device<DeviceRow, AddressBookRow>(actor, caseId, query, {
      columns: sql`k.id, k.name, k.phone_mask AS phone, k.phone_enc AS sealed`,
      source: sql`FROM contact k WHERE k.relation = 'R11' AND k.borrower_id =`,
      order: sql`k.name, k.id`,
      draw: (row) => row,
    });
  }

  /** The latest first; a number without a dated call comes last. @throws case.notFound */
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

  /** Calls that were recorded by a person, the latest first, with the number masked. @throws case.notFound */
  async ours(actor: Actor, caseId: number, { page, size }: DeviceListQuery): Promise<Page<CallRecordRow>> {
    const calls = sql`collection_log p ON p.case_id = c.id AND p.type = '03' AND p.call_status IS NOT NULL`;
    const where = sql`c.id = ${caseId} AND ${casesOf(actor)}`;
    const [rows, counts] = await Promise.all([
      this.database.rows<{
        id: number;
        callStatus: CallStatus;
        at: Date;
        name: string | null;
        phone: string | null;
        relation: Relation | null;
        agent: string | null;
      }>(sql`
        SELECT p.id, p.call_status AS callStatus, p.at, k.name, k.phone_mask AS phone, k.relation, u.name AS agent
        FROM collection_case c JOIN ${calls} LEFT JOIN contact k ON k.id = p.contact_id
        LEFT JOIN user u ON u.id = p.collector_id
        WHERE ${where} ORDER BY p.id DESC LIMIT ${String(size)} OFFSET ${String((page - 1) * size)}`),
      this.database.rows<{ found: number; total: number }>(sql`
        SELECT COUNT(*) AS found, COUNT(p.id) AS total FROM collection_case c LEFT JOIN ${calls} WHERE ${where}`),
    ]);
    if (!counts[0]?.found) throw new AppError('case.notFound');
    const result = rows.map(({ callStatus, at, ...row }) => ({
      ...row,
      type: loggedCallType(callStatus),
      time: at.getTime(),
    }));
    return { result, totalCount: counts[0].total };
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
      this.database.rows<{ borrowerId: number; kept: number }>(sql`
        SELECT c.borrower_id AS borrowerId, i.device_data AS kept
        FROM collection_case c JOIN institution i ON i.id = c.institution_id
        WHERE c.id = ${caseId} AND ${casesOf(actor)}`),
      this.phones.showsPlain(actor.role),
    ]);
    const found = cases[0];
    if (!found) throw new AppError('case.notFound');
    if (found.kept !== 1) return { notKept: true, hideKey: !plain, result: [], totalCount: 0 };
    const [rows, counts] = await Promise.all([
      this.database.rows<Found>(sql`
        SELECT ${part.columns} ${part.source} ${found.borrowerId}
        ORDER BY ${part.order} LIMIT ${String(size)} OFFSET ${String((page - 1) * size)}`),
      this.database.rows<{ total: number }>(sql`
        SELECT COUNT(*) AS total FROM (
          SELECT 1 ${part.source} ${found.borrowerId} LIMIT ${String(COUNT_CAP + 1)}) AS counted`),
    ]);
    const result = rows.map(({ sealed, ...row }) =>
      part.draw({ ...row, phone: plain ? this.vault.open(sealed) : row.phone } as Omit<Found, 'sealed'>),
    );
    return { notKept: false, hideKey: !plain, result, totalCount: counts[0]!.total };
  }
}
