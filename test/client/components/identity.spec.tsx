import { expect, describe, it, jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { identityReturn } from '../../../client/features/session/identity/identity-return.js';
import { IdentitySignIn } from '../../../client/features/session/identity/identity-sign-in.js';
import { IdentityReturn, type LoginAnswer } from '../../../contract/session.js';
import { openPiece, useBrowser } from './support/app.js';
import { Refusal } from './support/network.js';
import { expectAccessible, expectWords } from './support/screen.js';

useBrowser();

const ANSWER: LoginAnswer = {
  ...{ loginResult: true, token: 'a-token', userInfo: { id: 7, name: 'Ana' }, isShowAnnouncement: false },
  ...{ needH5LivenessAuth: false, mustChoosePassword: false, owedCode: null },
  ...{ cloudunPureH5Liveness: null, userLoginLogId: 9 },
};
const REASON = 'The identity provider did not confirm who you are. Begin again.';

async function open({
  identity = true,
  language = 'en',
  answer = ANSWER,
}: { identity?: boolean; language?: 'en' | 'es' | 'cn'; answer?: LoginAnswer | Refusal } = {}) {
  const [onEnter, onRefused] = [
    jest.fn<(answer: LoginAnswer) => void>(),
    jest.fn<(reason: string) => void>(),
  ];
  const opened = await openPiece(<IdentitySignIn onEnter={onEnter} onRefused={onRefused} />, {
    ...{ language, words: ['login'] },
    answers: (network) =>
      network
        .on({ call: 'GET login/ways', answer: () => ({ identity }) })
        .on({
          call: 'POST login/oidc/begin',
          answer: () => ({ address: 'https://people.lender.example/auth?x=1' }),
        })
        .on({ call: 'POST login/oidc', body: IdentityReturn, answer: () => answer }),
  });
  return { ...opened, onEnter, onRefused };
}
const comeBack = (query: string) => {
  history.replaceState(null, '', `/?${query}#/login`);
  identityReturn();
};

describe('the way in by the company account', () => {
  it.each([
    ['en', 'Log in with your company account'],
    ['es', 'Entrar con la cuenta de la empresa'],
    ['cn', '使用公司账户登录'],
  ] as const)(
    'is offered in %s where it is connected, and leads to the provider',
    async (language, words) => {
      const assign = jest.spyOn(location, 'assign').mockImplementation(() => undefined);
      const { user } = await open({ language });
      await user.click(await screen.findByRole('button', { name: words }));
      await waitFor(() => expect(assign).toHaveBeenCalledWith('https://people.lender.example/auth?x=1'));
      expectWords();
      await expectAccessible();
    },
  );

  it('is not there where nobody has connected one', async () => {
    const { network } = await open({ identity: false });
    await waitFor(() => expect(network.sent('GET login/ways')).toHaveLength(1));
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('ends with what the provider sent back, which is not left in the address', async () => {
    comeBack('code=a-code&state=a-state&iss=https%3A%2F%2Fpeople.lender.example');
    expect(location.href).not.toContain('a-code');
    const { network, onEnter } = await open();
    await waitFor(() => expect(onEnter).toHaveBeenCalledWith(ANSWER));
    expect(network.sent('POST login/oidc')).toEqual([
      { code: 'a-code', state: 'a-state', iss: 'https://people.lender.example' },
    ]);
  });

  it('says why it did not, and can be gone again', async () => {
    comeBack('code=a-code&state=a-state');
    const { onRefused } = await open({ answer: new Refusal('23', REASON) });
    await waitFor(() => expect(onRefused).toHaveBeenCalledWith(REASON));
    expect(await screen.findByRole('button', { name: 'Log in with your company account' })).toHaveProperty(
      'disabled',
      false,
    );
  });

  it('tells of a provider that lets nobody in', async () => {
    comeBack('error=access_denied&state=a-state');
    const { network, onRefused } = await open();
    await waitFor(() => expect(onRefused).toHaveBeenCalledWith('The identity provider did not let you in.'));
    expect(network.sent('POST login/oidc')).toEqual([]);
  });
});
