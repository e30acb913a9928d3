import { Injectable } from '@nestjs/common';
import { DEVICE_RELATIONS } from '../../../contract/codes.js';
import { UNGIVEN_SOURCES, type NumberSource, type Standing } from '../../../contract/cases/numbers.js';
import { reindexContact } from '../../platform/crypto/reindex-contact.js';
import { maskMiddle, maskPhone, Vault } from '../../platform/crypto/vault.js';
import { Ids } from '../../platform/db/ids.js';
import { rowsOf, sql, type Param, type Statement } from '../../platform/db/sql.js';
import { loanStatusOf } from '../../domain/loans/due.rules.js';
import { periodOf, type IntakeItem } from '../../domain/imports/intake.rules.js';
import type { KnownBorrower } from './intake-state.queries.js';
import type { LoanContact, LoanRow } from '../../domain/imports/loan-row.rules.js';

const deviceRelations: readonly string[] = DEVICE_RELATIONS;

/** The multi-row inserts of a batch. Every personal value is sealed, indexed and masked here, and nowhere kept plain. */
@Injectable()
export class IntakeRows {
  constructor(
    private readonly vault: Vault,
    private readonly ids: Ids,
  ) {}

  /** For one batch. */
  phones(): SealedPhones {
    return new SealedPhones(this.vault);
  }

  borrowerKey(item: IntakeItem): string {
    return `${item.institution.id}:${item.rows[0]!.borrowerExternalId}`;
  }

  /** A borrower who is known stays as he is; of a new one the first row of the batch counts. */
  async borrowers(
    items: readonly IntakeItem[],
    known: ReadonlyMap<string, KnownBorrower>,
    phones: SealedPhones,
  ): Promise<{ byKey: Map<string, KnownBorrower>; rows: Param[][]; insert: Statement }> {
    const byKey = new Map(known);
    const fresh = new Map(
      items
        .filter((item) => !known.has(this.borrowerKey(item)))
        .map((item) => [this.borrowerKey(item), item]),
    );
    const ids = await this.ids.takeMany(fresh.size);
    const rows = [...fresh].map(([key, item], index) => {
      const [row, id] = [item.rows[0]!, ids[index]!];
      const borrower = {
        id,
        institutionId: item.institution.id,
        externalId: row.borrowerExternalId,
        name: row.borrowerName,
        phoneMask: maskPhone(row.phone),
      };
      byKey.set(key, borrower);
      return this.borrowerRow(borrower, row, phones);
    });
    const insert = sql`
      INSERT INTO borrower (id, institution_id, external_id, name, phone_enc, phone_hash, phone_mask, home_phone_enc,
        home_phone_mask, identity_enc, identity_hash, identity_mask, birth_date, municipality, state, marital_status,
        education, company_name, occupation, working_years, residence_address_enc, residence_address_mask,
        company_address_enc, company_address_mask)
      VALUES ${rowsOf(rows)}`;
    return { byKey, rows, insert };
  }

  private borrowerRow(borrower: KnownBorrower, row: LoanRow, phones: SealedPhones): Param[] {
    const home = row.homePhone ? phones.of(row.homePhone) : null;
    const identity = row.identityNumber?.toUpperCase() ?? null;
    return [
      borrower.id,
      borrower.institutionId,
      borrower.externalId,
      borrower.name,
      ...phones.of(row.phone),
      home?.[0] ?? null,
      home?.[2] ?? null,
      identity === null ? null : this.vault.seal(identity),
      identity === null ? null : this.vault.index(identity),
      identity === null ? null : maskMiddle(identity, 4, 2),
      row.birthDate ?? null,
      row.municipality ?? null,
      row.state ?? null,
      row.maritalStatus ?? null,
      row.education ?? null,
      row.companyName ?? null,
      row.occupation ?? null,
      row.workingYears ?? null,
      ...this.address(row.residenceAddress),
      ...this.address(row.companyAddress),
    ];
  }

  private address(text: string | undefined): [sealed: Buffer | null, mask: string | null] {
    return text === undefined ? [null, null] : [this.vault.seal(text), maskMiddle(text, 6, 5)];
  }

  /** The borrower's own numbers come first, as R01: a number that appears twice belongs to the person named first. */
  async contacts(
    items: readonly IntakeItem[],
    borrowers: ReadonlyMap<string, KnownBorrower>,
    phones: SealedPhones,
  ): Promise<{ insert: Statement | null; reindex: Statement[]; dropped: number }> {
    const wanted = new Map<string, { borrowerId: number; contact: LoanContact | OwnNumber }>();
    let dropped = 0;
    for (const item of items) {
      const borrowerId = borrowers.get(this.borrowerKey(item))!.id;
      for (const row of item.rows) {
        const kept = row.contacts.filter(
          (contact) => item.institution.deviceData === 1 || !deviceRelations.includes(contact.relation),
        );
        dropped += row.contacts.length - kept.length;
        for (const contact of [...ownNumbers(row), ...kept]) {
          const key = `${borrowerId}:${contact.phone}`;
          if (!wanted.has(key)) wanted.set(key, { borrowerId, contact });
        }
      }
    }
    const ids = await this.ids.takeMany(wanted.size);
    const rows = [...wanted.values()].map(({ borrowerId, contact }, index) => [
      ids[index]!,
      borrowerId,
      contact.name,
      ...phones.of(contact.phone),
      contact.relation,
      ...originOf(contact),
    ]);
    const insert = sql`
      INSERT INTO contact (id, borrower_id, name, phone_enc, phone_hash, phone_mask, relation, source, given_on, standing)
      VALUES ${rowsOf(rows)} ON DUPLICATE KEY UPDATE given_on = COALESCE(VALUES(given_on), given_on),
        source = IF(VALUES(source) IN ('LENDER', 'DEVICE'), source, VALUES(source))`;
    const reindex = [...wanted.values()].flatMap(({ borrowerId, contact }) =>
      phones.reindex(borrowerId, contact.phone),
    );
    return { insert: rows.length > 0 ? insert : null, reindex, dropped };
  }

  /** The dated calls of the borrowers' devices, where the policy keeps them; null when there are none. */
  deviceCalls(
    items: readonly IntakeItem[],
    borrowers: ReadonlyMap<string, KnownBorrower>,
    phones: SealedPhones,
  ): Statement | null {
    const kept = items.filter((item) => item.institution.deviceData === 1);
    const rows = kept.flatMap((item) =>
      item.rows.flatMap(({ contacts }) =>
        contacts.flatMap(({ relation, phone, callTime, callType }) =>
          relation === 'R12' && callTime && callType
            ? [[borrowers.get(this.borrowerKey(item))!.id, phones.of(phone)[1], callTime, callType]]
            : [],
        ),
      ),
    );
    if (rows.length === 0) return null;
    return sql`INSERT IGNORE INTO device_call (borrower_id, phone_hash, at, type) VALUES ${rowsOf(rows)}`;
  }

  loanItems(
    items: readonly IntakeItem[],
    ids: readonly number[],
    borrowers: ReadonlyMap<string, KnownBorrower>,
    { importId, today }: { importId: number; today: string },
  ): Statement {
    const rows = items.map((item, index) => {
      const row = item.rows[0]!;
      return [
        ids[index]!,
        item.institution.id,
        borrowers.get(this.borrowerKey(item))!.id,
        row.loanItemExternalId,
        row.loanExternalId,
        row.appName,
        row.productCategory,
        row.platform,
        row.reloan,
        loanStatusOf(item.rows.map(periodOf), today),
        row.disbursedAt,
        row.contractAmount,
        row.bankName ?? null,
        row.cardLast4 ? this.vault.seal(row.cardLast4) : null,
        row.cardLast4 ? `•••• ${row.cardLast4}` : null,
        item.queue.id,
        importId,
      ];
    });
    return sql`
      INSERT INTO loan_item (id, institution_id, borrower_id, external_id, loan_external_id, app_name,
        product_category, platform, reloan, loan_status, disbursed_at, contract_amount, bank_name, card_enc, card_mask,
        queue_id, import_id)
      VALUES ${rowsOf(rows)}`;
  }

  planRows(rows: readonly (readonly [loanItemId: number, row: LoanRow])[]): Statement {
    return sql`
      INSERT INTO plan_row (loan_item_id, period, due_date, principal, interest, penalty, iva, paid)
      VALUES ${rowsOf(
        rows.map(([loanItemId, row]) => [
          loanItemId,
          row.period,
          row.dueDate,
          row.principal,
          row.interest,
          row.penalty,
          row.iva,
          row.paidAmount,
        ]),
      )}`;
  }
}

/** A number as its three columns. A batch seals it once: it is often both the borrower's and a contact's. */
export class SealedPhones {
  private readonly seen = new Map<string, readonly [Buffer, Buffer, string]>();

  constructor(private readonly vault: Vault) {}

  of(phone: string): readonly [sealed: Buffer, index: Buffer, mask: string] {
    let sealed = this.seen.get(phone);
    if (!sealed) {
      sealed = [this.vault.seal(phone), this.vault.index(phone), maskPhone(phone)];
      this.seen.set(phone, sealed);
    }
    return sealed;
  }

  /** Before the number is inserted for a borrower: under another key it would be a second one. */
  reindex(borrowerId: number, phone: string): Statement[] {
    return reindexContact(this.vault, borrowerId, phone);
  }
}

type OwnNumber = Omit<LoanContact, 'relation'> & { relation: 'R01' } & Pick<
    LoanRow,
    'phoneSource' | 'phoneGivenOn'
  >;

/** The file says of the borrower's own numbers how the lender came by them. */
function originOf(contact: LoanContact | OwnNumber): [NumberSource, string | null, Standing] {
  const source =
    'phoneSource' in contact
      ? contact.phoneSource
      : deviceRelations.includes(contact.relation)
        ? 'DEVICE'
        : 'LENDER';
  const day = 'phoneGivenOn' in contact ? (contact.phoneGivenOn ?? null) : null;
  return [source, day, UNGIVEN_SOURCES.includes(source) ? 'DOUBTED' : 'GIVEN'];
}

function ownNumbers(row: LoanRow): OwnNumber[] {
  const { borrowerName: name, phoneSource, phoneGivenOn } = row;
  return [row.phone, row.homePhone]
    .filter((phone) => phone !== undefined)
    .map((phone) => ({ name, phone, relation: 'R01', phoneSource, phoneGivenOn }));
}
