import { expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { AuthenticatorReset } from '../../../contract/authenticators.js';
import {
  DEFAULT_USER,
  UserForm,
  UserId,
  UserRef,
  type UserAccess,
  type UserInfo,
} from '../../../contract/administration/users.js';
import { UserStatusChange } from '../../../contract/session.js';
import { BoundCollectorQuery, SoftphoneListQuery } from '../../../contract/contact/softphones.js';
import { ProductTermsQuery } from '../../../contract/money/products.js';
import { openApp, useBrowser } from './support/app.js';
import { expectAccessible, expectWords } from './support/screen.js';

useBrowser();

const NONE = { result: [], totalCount: 0 };
const AT = '2026-11-18T17:00:00.000Z';
const USER: UserInfo = {
  ...UserForm.parse({ ...DEFAULT_USER, username: 'berta', name: 'Berta', role: 'member', institutionId: 1, groupId: 3 }),
  id: 7, version: 3, enabled: true, picture: null, institutionName: 'House', groupName: null, queueName: null,
  phones: [], idCardBound: false, liveChecks: 0, faceChecks: 0, createdBy: null, createdAt: AT, updatedBy: 'Ana',
  updatedAt: AT, waiting: null,
}; // prettier-ignore

/** A person who is signed in and whom strangers have locked out, until somebody ends either. */
function open(language: 'en' | 'es' | 'cn' = 'en') {
  const access: UserAccess = {
    session: { since: AT, lastSeenAt: AT, address: '10.0.0.7' },
    lockedUntil: '2026-11-18T17:10:00.000Z',
    authenticator: { since: AT, codesLeft: 9, blocked: false, reset: { by: 'Ana', at: AT, mine: false } },
  };
  return openApp({
    at: '/user/7',
    language,
    role: 'admin',
    answers: (network) =>
      network
        .on({ call: 'GET manage/user/info', query: UserRef, answer: () => USER })
        .on({ call: 'GET product/terms', query: ProductTermsQuery, answer: () => NONE })
        .on({ call: 'GET task/appName/list', answer: () => [] })
        .on({ call: 'GET softPhone/getByBindAgentId', query: BoundCollectorQuery, answer: () => null })
        .on({ call: 'GET softPhone/list', query: SoftphoneListQuery, answer: () => NONE })
        .on({ call: 'GET manage/user/access', query: UserRef, answer: () => ({ ...access }) })
        .on({
          call: 'POST manage/user/endSession',
          body: UserId,
          answer: () => {
            access.session = null;
            return null;
          },
        })
        .on({
          call: 'POST manage/user/unlock',
          body: UserId,
          answer: () => {
            access.lockedUntil = null;
            return null;
          },
        })
        .on({
          call: 'POST manage/user/resetAuthenticator',
          body: UserId,
          answer: (): AuthenticatorReset => {
            access.authenticator = null;
            return { done: true };
          },
        }),
  });
}

it.each([
  ['en', /^Signed in since .* from 10\.0\.0\.7$/, /^Locked until/],
  ['es', /^Con sesión desde .* en 10\.0\.0\.7$/, /^Bloqueado hasta/],
  ['cn', /起已登录，来自 10\.0\.0\.7$/, /^锁定至/],
] as const)('a person’s page says in %s who is signed in and locked out', async (language, since, locked) => {
  await open(language);
  expect(await screen.findByText(since)).toBeTruthy();
  expect(screen.getByText(locked)).toBeTruthy();
  expectWords();
  await expectAccessible();
});

it('an administrator ends a session after a question, and a lock at once', async () => {
  const { network, user } = await open();
  await user.click(await screen.findByRole('button', { name: 'End session' }));
  const question = await screen.findByRole('dialog');
  expect(question.textContent).toContain('End the session of Berta?');
  expect(network.sent('POST manage/user/endSession')).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'End session' }));
  await waitFor(() => expect(screen.queryByText(/^Signed in since/)).toBeNull());
  expect(network.sent('POST manage/user/endSession')).toEqual([{ id: 7 }]);
  await user.click(screen.getByRole('button', { name: 'Unlock' }));
  await waitFor(() => expect(screen.queryByText(/^Locked until/)).toBeNull());
  expect(network.sent('POST manage/user/unlock')).toEqual([{ id: 7 }]);
});

it('an administrator disables a person on their page, after a question that names them', async () => {
  const { network, user } = await open();
  const call = 'POST manage/user/setStatus';
  network.on({ call, body: UserStatusChange, answer: () => ({ approvalId: null }) });
  await user.click(await screen.findByRole('button', { name: 'Disable' }));
  const question = await screen.findByRole('dialog');
  expect(question.textContent).toContain('Disable Berta?');
  expect(network.sent(call)).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'Disable' }));
  await waitFor(() => expect(network.sent(call)).toEqual([{ userId: 7, enabled: false, release: false }]));
});

it('the second administrator resets a lost app, after a question that names the first', async () => {
  const { network, user } = await open();
  expect(await screen.findByText(/^Signs in with a code since .* 9 recovery codes are left\.$/)).toBeTruthy();
  expect(screen.getByText(/^Ana asked for a reset/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Reset the app' }));
  const question = await screen.findByRole('dialog');
  expect(question.textContent).toContain('as the second administrator');
  expect(question.textContent).toContain('Ana asked for it');
  await user.click(within(question).getByRole('button', { name: 'Reset the app' }));
  await waitFor(() => expect(screen.queryByText(/^Signs in with a code/)).toBeNull());
  expect(network.sent('POST manage/user/resetAuthenticator')).toEqual([{ id: 7 }]);
});
