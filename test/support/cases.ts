import type { CaseStatus } from '../../contract/codes.js';
import { Clock } from '../../server/platform/clock/clock.js';
import { Database } from '../../server/platform/db/database.js';
import { Ids } from '../../server/platform/db/ids.js';
import { Vault } from '../../server/platform/crypto/vault.js';
import { insertCases, type NewCase } from '../data/rows.js';
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
  /** Periods that are not due yet: principal, and in how many days. */
  later?: NewCase['later'];
  status?: CaseStatus;
  name?: string;
  phone?: string;
  daysPastDue?: number;
}

/** An overdue case with its borrower, a contact (the borrower's own number), loan item and plan, written as rows. */
export async function createCase(api: Api, org: Org, wish: CaseWish = {}): Promise<TestCase> {
  const [id, loanItemId, borrowerId, contactId] = (await api.get(Ids).takeMany(4)) as [
    number,
    number,
    number,
    number,
  ];
  const periods = wish.periods ?? [100_000];
  const ownerId = wish.ownerId ?? null;
  const row: NewCase = {
    ...{ id, loanItemId, borrowerId, contactId, periods, ownerId },
    later: wish.later ?? [],
    externalId: `LI-${id}`,
    institutionId: wish.institutionId ?? org.institutionId,
    queueId: org.queueId,
    groupId: wish.groupId === undefined ? org.groupId : wish.groupId,
    name: wish.name ?? `Borrower ${id}`,
    phone: wish.phone ?? `+5255${String(id).padStart(8, '0')}`,
    status: wish.status ?? (ownerId === null ? 'C00' : 'C01'),
    daysPastDue: wish.daysPastDue ?? 10,
  };
  const now = api.get(Clock).now();
  for (const statement of insertCases([row], api.get(Vault), now)) await api.get(Database).run(statement);
  const amount = periods.reduce((sum, part) => sum + part, 0);
  return { id, loanItemId, borrowerId, contactId, externalId: row.externalId, amount };
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
