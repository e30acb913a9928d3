import { beforeAll, describe, expect, it } from '@jest/globals';
import type { CaseInfo, CaseRow, ContactList, PlanRow } from '../../../contract/cases/cases.js';
import type { Role } from '../../../contract/codes.js';
import type { Page } from '../../../contract/shared/page.js';
import { Vault } from '../../../server/platform/crypto/vault.js';
import { configure } from '../../support/configured.js';
import { useDesk } from '../../support/site.js';
import { createDesk, openCase, type DeskPerson } from './desk.js';

let caseId: number;
const AMOUNT = 119_458;

const { desk } = useDesk(createDesk);
beforeAll(async () => {
  caseId = await openCase(desk, 'collector');
});

describe('one case', () => {
  it('shows its labels with numbers masked and nothing decrypted', async () => {
    const vault = desk.api.get(Vault);
    vault.opened = 0;
    const info = await desk.as.collector.get<CaseInfo>(`task/info/${caseId}`);
    expect(info).toMatchObject({ status: 200, code: '00' });
    expect(info.data).toMatchObject({
      id: caseId,
      status: 'C01',
      amount: AMOUNT,
      principal: 100_000,
      interest: 15_050,
      penaltyInterest: 2_000,
      iva: 2_408,
      penaltyDay: 10,
      loanStatus: 40,
      reloan: 1,
      contractAmount: 200_000,
      ownerName: 'collector',
      promise: null,
      promises: [],
      deductionCard: '•••• 4321',
      actions: ['record', 'promise'],
    });
    expect(info.data.borrower.phone).toMatch(/^\+52 55 •••• \d{4}$/);
    expect(info.data.borrower.identityNumber).toMatch(/^GOMC••••09$/);
    const contacts = await desk.as.collector.get<ContactList>(`task/contacts/${caseId}`);
    expect(contacts.data.hideKey).toBe(true);
    expect(contacts.data.contacts.map((contact) => contact.relation)).toEqual(['R01', 'R01', 'R06']);
    await desk.as.collector.get('task/listing');
    await desk.as.collector.get('task/counts');
    expect(vault.opened).toBe(0);
  });

  it('shows numbers in full to a role that the configuration allows', async () => {
    const show = (roles: Role[]) => configure(desk.api, desk.org.institutionId, 'numbers', { roles });
    await show(['admin']);
    const info = await desk.as.admin.get<CaseInfo>(`task/info/${caseId}`);
    expect(info.data.borrowerPhone).toMatch(/^\+5255\d{8}$/);
    expect(info.data.borrower.identityNumber).toMatch(/^GOMC\d{6}HDFRRL09$/);
    const list = await desk.as.admin.get<Page<CaseRow>>('task/listing');
    expect(list.data.result[0]!.borrowerPhone).toMatch(/^\+5255\d{8}$/);
    const contacts = await desk.as.admin.get<ContactList>(`task/contacts/${caseId}`);
    expect(contacts.data).toMatchObject({ hideKey: false });
    expect(contacts.data.contacts[0]!.phone).toMatch(/^\+5255\d{8}$/);
    await show([]);
  });

  it('answers the plan and the pay log page by page', async () => {
    const plan = await desk.as.collector.get<Page<PlanRow>>(`repay/details?taskId=${caseId}`);
    expect(plan.data).toMatchObject({
      totalCount: 1,
      result: [
        { period: 1, repaymentTotalAmount: AMOUNT, repaymentIncomeAmount: 0, overdueFeeAmount: 2_000 },
      ],
    });
    expect((await desk.as.collector.get(`repay/payLogs?taskId=${caseId}`)).data).toEqual({
      result: [],
      totalCount: 0,
    });
    const beyond = await desk.as.collector.get<Page<PlanRow>>(`repay/details?taskId=${caseId}&page=2`);
    expect(beyond.data).toEqual({ result: [], totalCount: 1 });
    const { data: info } = await desk.as.collector.get<CaseInfo>(`task/info/${caseId}`);
    const item = await desk.as.collector.get(`task/loanItemInfo/${info.loanItemId}?taskId=${caseId}`);
    expect(item.data).toMatchObject({
      loanItemId: info.loanItemId,
      loanStatus: 40,
      reloan: 1,
      plan: [{ period: 1 }],
    });
    expect(
      (await desk.as.collector.get(`task/loanItemInfo/${info.loanItemId + 1}?taskId=${caseId}`)).code,
    ).toBe('21');
  });

  const own: DeskPerson[] = ['collector', 'leader', 'supervisor', 'admin'];
  const others: DeskPerson[] = ['colleague', 'stranger', 'otherLeader', 'otherAdmin'];
  const calls = (id: number) => [
    `task/info/${id}`,
    `task/contacts/${id}`,
    `task/collectionLogs/${id}`,
    `repay/details?taskId=${id}`,
    `repay/payLogs?taskId=${id}`,
  ];

  it.each(own)('is there for the %s', async (person) => {
    for (const call of calls(caseId))
      expect({ [call]: (await desk.as[person].get(call)).code }).toEqual({ [call]: '00' });
  });

  it.each(others)('does not exist for the %s', async (person) => {
    const missing = 999_999_999;
    for (const [index, call] of calls(caseId).entries()) {
      const theirs = await desk.as[person].get(call);
      const nobodys = await desk.as[person].get(calls(missing)[index]!);
      expect({ [call]: theirs.code }).toEqual({ [call]: '21' });
      expect({ ...theirs, requestId: '' }).toEqual({ ...nobodys, requestId: '' });
    }
  });

  it('refuses an id that is none', async () => {
    expect((await desk.as.collector.get('task/info/abc')).code).toBe('22');
    expect((await desk.as.collector.get(`task/collectionLogs/${caseId}?page=0`)).code).toBe('22');
  });
});
