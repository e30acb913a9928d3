import { describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import {
  ADMIN_CORE,
  GrantsChange,
  type GrantsInfo,
  type GrantsPreview,
  GrantsQuery,
  GrantsWish,
} from '../../../contract/administration/grants.js';
import { RESULT_CODES } from '../../../contract/errors.js';
import { ROLE_GRANTS } from '../../../contract/permissions.js';
import { openApp, useBrowser } from './support/app.js';
import { Refusal } from './support/network.js';
import { expectAccessible, expectWords } from './support/screen.js';

useBrowser();

const AT = '2026-11-18T17:00:00.000Z';
const NONE = { permissions: [], menu: [] };
const PREVIEW: GrantsPreview = {
  lost: [{ key: 'case:export', people: 2, named: ['Ana'] }],
  gained: [],
  institutions: 1,
};

/** The rights of all roles in a topmost institution; whoever saves after somebody else is refused once. */
async function open({ language = 'en', overtaken = false, waits = false }: Partial<Wish> = {}) {
  const sent: GrantsChange[] = [];
  const infoOf = (role: GrantsInfo['role']): GrantsInfo => ({
    ...ROLE_GRANTS[role],
    ...{ institutionId: 1, institutionName: 'House', role, offered: ROLE_GRANTS[role], editable: true },
    ...{ core: role === 'admin' ? ADMIN_CORE : NONE, updatedBy: null, updatedAt: null },
    version: sent.length,
    waiting:
      waits && role === 'admin'
        ? {
            ...{ approvalId: 7, approvalVersion: 1, requestedBy: 'Berta', requestedAt: AT, mine: false },
            ...{ give: { permissions: ['job:manage'], menu: [] }, take: NONE },
          }
        : null,
  });
  const app = await openApp({
    ...{ at: '/institutionalManagement/permissions', role: 'admin', language },
    answers: (network) => {
      network.on({
        call: 'GET institutionalManagement/permissions',
        query: GrantsQuery,
        answer: ({ query }) => infoOf(query.role),
      });
      network.on({
        call: 'GET institutionalManagement/permissions/seeAs',
        query: GrantsQuery,
        answer: () => ({
          ...{ permissions: ['allocation:run'], menu: ['statistics'] },
          calls: [{ method: 'GET', path: 'case/list' }],
        }),
      });
      network.on({
        call: 'POST institutionalManagement/permissions/preview',
        body: GrantsWish,
        answer: () => PREVIEW,
      });
      network.on({
        call: 'POST institutionalManagement/permissions',
        body: GrantsChange,
        answer: ({ body }) => {
          sent.push(body);
          if (overtaken && sent.length === 1) return new Refusal(RESULT_CODES.conflict, 'Changed since');
          return { version: 1, approvalId: null };
        },
      });
    },
  });
  return { ...app, sent };
}
interface Wish {
  language: 'en' | 'es' | 'cn';
  overtaken: boolean;
  waits: boolean;
}
const right = (name: string) => screen.findByRole('checkbox', { name });

describe('the rights of the roles', () => {
  it.each(['en', 'es', 'cn'] as const)('stand side by side in %s', async (language) => {
    await open({ language, waits: true });
    const table = await screen.findByRole('table');
    expect(within(table).getAllByRole('columnheader')).toHaveLength(5);
    await expectAccessible();
    expectWords();
  });

  it('are found by a part of their word', async () => {
    const { user } = await open();
    await right('Team leader: Export the case list');
    await user.type(screen.getByRole('textbox', { name: 'Search rights' }), 'export the case');
    expect(screen.getAllByRole('rowheader')).toHaveLength(2);
    await user.type(screen.getByRole('textbox', { name: 'Search rights' }), ' zzz');
    expect(screen.getByText('No right reads like this')).toBeTruthy();
  });

  it('keep the core of administrators as text', async () => {
    await open();
    await right('Administrator: Export the audit');
    expect(screen.queryByRole('checkbox', { name: 'Administrator: Change permissions' })).toBeNull();
  });

  it('are saved by role, on top of what somebody else has saved meanwhile', async () => {
    const { user, sent } = await open({ overtaken: true });
    await user.click(await right('Team leader: Export the case list'));
    expect(await screen.findByText('1 change')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toMatch(/Team leader.*Lost.*Export the case list: 2 people/);
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/together with what somebody else has changed/)).toBeTruthy();
    expect(sent.map(({ role, version }) => [role, version])).toEqual([
      ['leader', 0],
      ['leader', 1],
    ]);
    expect(sent[1]!.permissions).toEqual(sent[0]!.permissions);
    expect(sent[0]!.permissions).not.toContain('case:export');
    expect(sent[0]!.permissions).toHaveLength(ROLE_GRANTS.leader.permissions.length - 1);
  });

  it('are read in words as somebody of the role has them, the calls folded away', async () => {
    const { user } = await open({ language: 'es' });
    await user.click(await screen.findByRole('button', { name: 'Ver como: Líder de equipo' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText('Ejecutar repartos')).toBeTruthy();
    expect(dialog.getByRole('heading', { name: 'Equipo' })).toBeTruthy();
    expect(dialog.queryByRole('heading', { name: 'Sistema' })).toBeNull();
    expect(dialog.getByText('GET case/list').closest('details')?.open).toBe(false);
    await expectAccessible();
  });

  it('show what waits for another administrator', async () => {
    await open({ waits: true });
    const card = await screen.findByRole('region', { name: 'Waits for a second administrator' });
    expect(card.textContent).toMatch(/Berta.*Would be given to administrators.*Cancel and retry jobs/);
  });
});
