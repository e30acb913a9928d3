import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { SheetChange } from '../../../contract/administration/sheet-uploads.js';
import { SoftphoneForm } from '../../../contract/contact/softphones.js';
import { institutionsIn } from '../../platform/auth/institution-scope.js';
import { peopleOf } from '../../platform/auth/scope.js';
import { Vault } from '../../platform/crypto/vault.js';
import { insertNew, saveChanges } from '../../platform/db/changes.js';
import { Database, dbErrorCode } from '../../platform/db/database.js';
import { Ids } from '../../platform/db/ids.js';
import { condition, list, sql } from '../../platform/db/sql.js';
import type { Tx } from '../../platform/db/unit-of-work.js';
import { AppError } from '../../platform/http/app-error.js';
import type { SheetRow } from '../../platform/sheets/sheets.js';
import { RowCells } from '../../domain/sheet-uploads/row-cells.rules.js';
import {
  Stale,
  type Applying,
  type Judged,
  type SheetBook,
  type SheetScope,
  type Staged,
} from '../../domain/sheet-uploads/sheet-book.rules.js';
import { bindWithin } from '../../domain/softphones/bindings.writes.js';
import { Softphone } from '../../domain/softphones/softphone.entity.js';

/** The columns written for a row; the password as it is stored. */
interface Written extends Omit<SoftphoneForm, 'password'> {
  /** Base64; null: as it was. */
  passwordEnc: string | null;
  /** To whom it is bound; null: as it is. */
  agentId: number | null;
}
interface SheetCollector {
  id: number;
  username: string;
  institutionId: number;
  enabled: number;
  phoneId: number | null;
}
interface Known {
  institutions: ReadonlyMap<string, number>;
  codes: ReadonlyMap<number, string>;
}
const COLUMNS: Partial<Record<PropertyKey, string>> = { institutionId: 'institution' };

/** A workbook of softphones, by supplier and number; a named collector is given the softphone. */
@Injectable()
export class PhoneSheetService implements SheetBook {
  constructor(
    private readonly database: Database,
    private readonly dataSource: DataSource,
    private readonly ids: Ids,
    private readonly vault: Vault,
  ) {}

  /** Allowed values of the template's columns. */
  async values(scope: SheetScope): Promise<Record<string, string[]>> {
    return { institution: [...(await this.known(scope)).codes.values()] };
  }

  async judge(scope: SheetScope) {
    const known = await this.known(scope);
    const seen = new Set<string>();
    const isTwice = (key: string) => seen.size === seen.add(key).size;
    return async (rows: readonly SheetRow[]): Promise<Judged[]> => {
      const read = rows.map((row) => new RowCells(row)).map((cells) => {
        const [number, supplier] = [cells.text('extensionNumber'), cells.text('supplier')];
        return { cells, number, supplier, agent: cells.text('collector')?.toLowerCase() ?? null };
      }); // prettier-ignore
      const standing = await this.standing(read.flatMap(({ number }) => number ?? []));
      const collectors = await this.collectors(
        scope,
        read.flatMap(({ agent }) => agent ?? []),
      );
      return read.map(({ cells, number, supplier, agent: wanted }) => {
        const key = `${supplier ?? ''} ${number ?? ''}`.toLowerCase();
        if (number !== null && supplier !== null && isTwice(key)) cells.refuse('extensionNumber', 'twice');
        if (wanted !== null && isTwice(`@${wanted}`)) cells.refuse('collector', 'twice');
        const found = standing.get(key) ?? null;
        const isOthers = found !== null && !scope.institutionIds.includes(found.institutionId);
        if (isOthers) cells.refuse('extensionNumber', 'taken');
        const phone = isOthers ? null : found;
        const agent =
          wanted === null ? null : (collectors.get(wanted) ?? cells.refuse('collector', 'unknown'));
        return this.judgeRow(cells, { phone, agent, known, scope });
      });
    };
  }

  async apply({ tx, scope }: Applying, rows: readonly Staged[]): Promise<void> {
    const parsed = rows.map((row) => ({ ...row, written: JSON.parse(row.data) as Written }));
    const collectors = await lockCollectors(
      tx,
      parsed.flatMap(({ written }) => written.agentId ?? []),
    );
    const phones = await lockSeen(
      tx,
      scope,
      parsed.filter(({ act }) => act === 'CHANGED'),
    );
    for (const { act, subjectId, written } of parsed) {
      const { agentId, passwordEnc, ...form } = written;
      const sealed = passwordEnc === null ? {} : { passwordEnc: Buffer.from(passwordEnc, 'base64') };
      const values = { ...form, ...sealed, updatedAt: tx.now };
      const phone = act === 'CREATED' ? await this.add(tx, values) : phones.get(subjectId!)!;
      if (act === 'CHANGED') await change(tx, phone, values);
      if (agentId !== null && collectors.get(agentId) !== phone.institutionId)
        throw new Stale('A collector has gone');
      if (agentId !== null) await bind(tx, phone, agentId);
    }
  }

  private judgeRow(
    cells: RowCells,
    {
      phone,
      agent,
      known,
      scope,
    }: { phone: Softphone | null; agent: SheetCollector | null; known: Known; scope: SheetScope },
  ): Judged {
    const institutionId =
      cells.named('institution', (code) => known.institutions.get(code)) ??
      phone?.institutionId ??
      scope.institutionId;
    const parsed = SoftphoneForm.safeParse({
      institutionId,
      supplier: phone?.supplier ?? cells.text('supplier'),
      extensionNumber: phone?.extensionNumber ?? cells.text('extensionNumber'),
      provider: cells.text('provider') ?? phone?.provider ?? null,
      password: cells.text('password'),
    });
    for (const { path } of parsed.error?.issues ?? []) {
      const column = COLUMNS[path[0]!] ?? String(path[0]);
      cells.refuse(column, cells.isEmpty(column) ? 'required' : 'format');
    }
    if (!phone && cells.isEmpty('password')) cells.refuse('password', 'required');
    if (phone && phone.ownerId !== null && phone.institutionId !== institutionId)
      cells.refuse('institution', 'byForm');
    const binds = agent !== null && agent.phoneId !== (phone?.id ?? -1);
    if (binds) refuseBinding(cells, agent, phone, institutionId);
    const name = cells.text('extensionNumber') ?? '';
    const { changes, passwordEnc } = this.changes(phone, parsed.data ?? null, binds ? agent : null, known);
    return {
      ...{ name, changes, refusals: cells.refusals },
      act: changes.length === 0 ? null : phone ? 'CHANGED' : 'CREATED',
      data: { ...parsed.data, password: undefined, passwordEnc, agentId: binds ? agent.id : null },
      subject: phone && { id: phone.id, version: phone.version },
    };
  }

  /** A password is only said to be another one. */
  private changes(
    phone: Softphone | null,
    form: SoftphoneForm | null,
    agent: SheetCollector | null,
    { codes }: Known,
  ) {
    if (!form) return { changes: [], passwordEnc: null };
    const isNew = form.password !== null && (!phone || this.vault.open(phone.passwordEnc) !== form.password);
    const fields: [string, string | null, string | null][] = [
      ['supplier', phone?.supplier ?? null, form.supplier],
      ['provider', phone?.provider ?? null, form.provider],
      ['institution', phone ? codes.get(phone.institutionId)! : null, codes.get(form.institutionId)!],
      ['password', null, isNew ? '••••' : null],
      ['collector', null, agent?.username ?? null],
    ];
    const changes: SheetChange[] = fields
      .filter(([, before, after]) => before !== after)
      .map(([field, before, after]) => ({ field, before, after }));
    return { changes, passwordEnc: isNew ? this.vault.seal(form.password!).toString('base64') : null };
  }

  private async add(tx: Tx, values: Partial<Softphone>): Promise<Softphone> {
    const id = await this.ids.take();
    const made = { ...values, id, status: 'ENABLED' as const, createdAt: tx.now };
    try {
      const changes = await insertNew(tx, Softphone, made);
      tx.emit('softphone.created', { softphoneId: id, institutionId: made.institutionId!, changes });
    } catch (error) {
      throw dbErrorCode(error) === 'ER_DUP_ENTRY' ? new Stale('A number was taken') : error;
    }
    return tx.manager.create(Softphone, { ...made, ownerId: null, version: 1 });
  }

  private async known(scope: SheetScope): Promise<Known> {
    const rows = await this.database.rows<{ id: number; code: string }>(sql`
      SELECT id, code FROM institution WHERE ${institutionsIn(scope, sql`id`)} ORDER BY path`);
    return {
      institutions: new Map(rows.map(({ id, code }) => [code.toLowerCase(), id])),
      codes: new Map(rows.map(({ id, code }) => [id, code])),
    };
  }

  private async standing(numbers: readonly string[]): Promise<Map<string, Softphone>> {
    if (numbers.length === 0) return new Map();
    const phones = await this.dataSource
      .createQueryBuilder(Softphone, 'p')
      .addSelect('p.passwordEnc')
      .where(...condition(sql`p.extension_number IN ${list(numbers)}`))
      .getMany();
    return new Map(
      phones.map((phone) => [`${phone.supplier} ${phone.extensionNumber}`.toLowerCase(), phone]),
    );
  }

  private async collectors(
    scope: SheetScope,
    names: readonly string[],
  ): Promise<Map<string, SheetCollector>> {
    if (names.length === 0) return new Map();
    const rows = await this.database.rows<SheetCollector>(sql`
      SELECT u.id, u.username, u.institution_id AS institutionId, u.enabled, p.id AS phoneId
      FROM user u LEFT JOIN softphone p ON p.owner_id = u.id
      WHERE u.username IN ${list(names)} AND ${peopleOf(scope)}`);
    return new Map(rows.map((agent) => [agent.username.toLowerCase(), agent]));
  }
}

function refuseBinding(
  cells: RowCells,
  agent: SheetCollector,
  phone: Softphone | null,
  institutionId: number,
): void {
  if (agent.institutionId !== institutionId) cells.refuse('collector', 'unknown');
  else if (agent.enabled === 0) cells.refuse('collector', 'disabled');
  else if (agent.phoneId !== null) cells.refuse('collector', 'oneEach');
  else if (phone && phone.ownerId !== null) cells.refuse('collector', 'taken');
  else if (phone && phone.status !== 'ENABLED') cells.refuse('extensionNumber', 'disabled');
}

/** People before softphones, as everywhere. @returns the institution of each who is enabled */
async function lockCollectors(tx: Tx, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const [collectors] = await tx.read<[{ id: number; institutionId: number }]>(sql`
    SELECT id, institution_id AS institutionId FROM user WHERE id IN ${list(ids)} AND enabled = 1 ORDER BY id FOR UPDATE`);
  return new Map(collectors.map(({ id, institutionId }) => [id, institutionId]));
}

/** As they were seen when the file was read. @throws Stale */
async function lockSeen(tx: Tx, scope: SheetScope, rows: readonly Staged[]): Promise<Map<number, Softphone>> {
  if (rows.length === 0) return new Map();
  const where = sql`
    p.id IN ${list(rows.map(({ subjectId }) => subjectId!))} AND ${institutionsIn(scope, sql`p.institution_id`)}`;
  const query = tx.manager.createQueryBuilder(Softphone, 'p').setLock('pessimistic_write');
  const locked = await query.where(...condition(where)).orderBy('p.id').getMany(); // prettier-ignore
  const phones = new Map(locked.map((phone) => [phone.id, phone]));
  if (rows.some(({ subjectId, subjectVersion }) => phones.get(subjectId!)?.version !== subjectVersion))
    throw new Stale('A softphone was changed');
  return phones;
}

async function change(tx: Tx, phone: Softphone, values: Partial<Softphone>): Promise<void> {
  const { id: softphoneId, institutionId, ownerId } = phone;
  const changes = await saveChanges(tx, phone, values);
  if (changes) tx.emit('softphone.changed', { softphoneId, institutionId, ownerId, changes });
}

async function bind(tx: Tx, phone: Softphone, agentId: number): Promise<void> {
  try {
    await bindWithin(tx, phone, agentId);
  } catch (error) {
    throw error instanceof AppError ? new Stale(error.key) : error;
  }
}
