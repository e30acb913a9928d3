import type { CaseStatus } from '../../contract/codes.js';
import { addDays, businessDay } from '../../contract/shared/date.js';
import { Database } from '../../server/platform/db/database.js';
import { Ids } from '../../server/platform/db/ids.js';
import { sql } from '../../server/platform/db/sql.js';
import { Vault } from '../../server/platform/crypto/vault.js';
import type { Answer, Org } from './org.js';
import { TEST_SECRETS, type Api } from './stack.js';
import { postSigned } from './signed.js';

export interface TestCase {
  id: number;
  loanItemId: number;
  borrowerId: number;
  contactId: number;
  /** The lender's number, that payments name. */
  externalId: string;
  amount: number;
}

export interface CaseWish {
  ownerId?: number | null;
  groupId?: number | null;
  institutionId?: number;
  /** Principal of each period in centavos. */
  periods?: number[];
  status?: CaseStatus;
  name?: string;
  phone?: string;
  daysPastDue?: number;
}

/** An overdue case with its borrower, a contact (the borrower's own number), loan item and plan, written as rows. */
export async function createCase(api: Api, org: Org, wish: CaseWish = {}): Promise<TestCase> {
  const database = api.get(Database);
  const vault = api.get(Vault);
  const [id, loanItemId, borrowerId, contactId] = (await api.get(Ids).takeMany(4)) as [
    number,
    number,
    number,
    number,
  ];
  const periods = wish.periods ?? [100_000];
  const amount = periods.reduce((sum, part) => sum + part, 0);
  const phone = wish.phone ?? `+5255${String(id).padStart(8, '0')}`;
  const mask = `+52 55 •••• ${phone.slice(-4)}`;
  const institutionId = wish.institutionId ?? org.institutionId;
  const ownerId = wish.ownerId ?? null;
  const now = new Date();
  const due = addDays(businessDay(now), -(wish.daysPastDue ?? 10));
  const externalId = `LI-${id}`;
  await database.run(sql`
    INSERT INTO borrower (id, institution_id, external_id, name, phone_enc, phone_hash, phone_mask)
    VALUES (${borrowerId}, ${institutionId}, ${`B-${id}`}, ${wish.name ?? `Borrower ${id}`}, ${vault.seal(phone)},
      ${vault.index(phone)}, ${mask})`);
  await database.run(sql`
    INSERT INTO contact (id, borrower_id, name, phone_enc, phone_hash, phone_mask, relation)
    VALUES (${contactId}, ${borrowerId}, ${wish.name ?? `Borrower ${id}`}, ${vault.seal(phone)}, ${vault.index(phone)},
      ${mask}, 'R01')`);
  await database.run(sql`
    INSERT INTO loan_item (id, institution_id, borrower_id, external_id, loan_external_id, app_name, product_category,
      platform, reloan, loan_status, disbursed_at, contract_amount)
    VALUES (${loanItemId}, ${institutionId}, ${borrowerId}, ${externalId}, ${`L-${id}`}, 'Credi', 'Personal', 'android', 0, 40,
      ${now}, ${amount})`);
  for (const [index, principal] of periods.entries()) {
    await database.run(sql`
      INSERT INTO plan_row (loan_item_id, period, due_date, principal, interest, penalty, iva)
      VALUES (${loanItemId}, ${index + 1}, ${due}, ${principal}, 0, 0, 0)`);
  }
  await database.run(sql`
    INSERT INTO collection_case (id, institution_id, queue_id, group_id, owner_id, borrower_id, loan_item_id, loan_no,
      borrower_name, borrower_phone_mask, status, due_date, amount_due, opened_at, assigned_at)
    VALUES (${id}, ${institutionId}, ${org.queueId}, ${wish.groupId === undefined ? org.groupId : wish.groupId}, ${ownerId},
      ${borrowerId}, ${loanItemId}, ${externalId}, ${wish.name ?? `Borrower ${id}`}, ${mask},
      ${wish.status ?? (ownerId === null ? 'C00' : 'C01')}, ${due}, ${amount}, ${now}, ${now})`);
  return { id, loanItemId, borrowerId, contactId, externalId, amount };
}

/** Posts to the signed callback as the payment rails do. */
export async function pay(
  api: Api,
  message: Record<string, unknown>,
  secret = TEST_SECRETS.paymentHmac,
): Promise<Answer<{ paymentId: number; repeated: boolean }>> {
  return postSigned(api, 'payment/callback', secret, {
    type: 'PAYMENT',
    channel: 'SPEI',
    paidAt: new Date().toISOString(),
    ...message,
  });
}
