import { expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { ROLE_GRANTS, type MenuKey, type Permission } from '../../../contract/permissions.js';
import { openApp, useBrowser } from './support/app.js';
import { personOf } from './support/people.js';
import { push } from './support/push.js';
import { expectAccessible, expectWords } from './support/screen.js';

useBrowser();

const ROW = {
  ...{ msgId: 7, version: 1, kind: 'NOTICE', state: 'SHOWN', institutionId: 1, institutionName: 'House' },
  ...{ groupId: null, groupName: null, startsAt: null, endsAt: null, published: true, texts: {} },
  ...{
    content: 'Only for administrators',
    name: null,
    idNo: null,
    irregularities: null,
    processResult: null,
  },
  ...{ hasPicture: false, readCount: 0, createdBy: 'Ana', createdAt: '2026-11-18T17:00:00Z' },
  updatedAt: '2026-11-18T17:00:00Z',
};

/** Opens the announcements as an administrator, who then loses this. @returns how often the list was asked for */
async function lose(lost: { permission: Permission; menu?: MenuKey }, language: 'en' | 'es' | 'cn' = 'en') {
  let lists = 0;
  const { network } = await openApp({
    ...{ at: '/announcements', role: 'admin', language },
    answers: (answering) =>
      answering.on({
        call: 'POST msg/queryAllMsg',
        answer: () => {
          lists++;
          return { result: [ROW], totalCount: 1 };
        },
      }),
  });
  await screen.findByText('Only for administrators');
  const menu = ROLE_GRANTS.admin.menu.filter((key) => key !== lost.menu);
  const less = personOf({ role: 'admin', without: [lost.permission] });
  network
    .on({ call: 'GET login/currentUser', answer: () => less })
    .on({ call: 'GET menu/asideMenu', answer: () => menu });
  push('rights.changed', { menu: [...menu], permissions: less.permissions });
  return () => lists;
}

it.each([
  ['en', 'You may no longer see this page'],
  ['es', 'Ya no puede ver esta página'],
  ['cn', '您已无权查看此页'],
] as const)(
  'a page whose right is taken is gone at once, with what it showed, in %s',
  async (language, title) => {
    const lists = await lose(
      { permission: 'announcement:manage', menu: 'management-announcements' },
      language,
    );
    expect((await screen.findByRole('alert')).textContent).toContain(title);
    expect(screen.queryByText('Only for administrators')).toBeNull();
    expect(lists()).toBe(1);
    expectWords();
    await expectAccessible();
    const all = personOf({ role: 'admin' });
    push('rights.changed', { menu: [...ROLE_GRANTS.admin.menu], permissions: all.permissions });
    await screen.findByText('Only for administrators');
  },
);

it('a page of another right stays, and reads anew what the person may see', async () => {
  const lists = await lose({ permission: 'refund:read' });
  await waitFor(() => expect(lists()).toBe(2));
  await screen.findByText('Only for administrators');
  expect(screen.queryByText('You may no longer see this page')).toBeNull();
});
