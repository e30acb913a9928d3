import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import {
  SETUP_STEPS,
  SKIPPABLE_STEPS,
  SetupResume,
  SetupSkipForm,
  type SetupState,
  type SetupStep,
} from '../../../contract/administration/setup.js';
import { openApp, useBrowser } from './support/app.js';
import { expectAccessible, expectWords } from './support/screen.js';

useBrowser();

const DONE: readonly SetupStep[] = ['institution', 'administrator', 'group'];

/** A list that answers by what was sent to it. */
function open(language: 'en' | 'es' | 'cn' = 'en') {
  const skipped = new Map<string, string>();
  return openApp({
    at: '/setup',
    language,
    role: 'admin',
    answers: (network) =>
      network
        .on({
          call: 'GET setup/steps',
          answer: (): SetupState[] =>
            SETUP_STEPS.map((step) => {
              const reason = skipped.get(step);
              return {
                ...{ step, done: DONE.includes(step), gap: null },
                skipped: reason === undefined ? null : { by: 'Eva', reason, at: '2026-11-18T17:00:00.000Z' },
              };
            }),
        })
        .on({
          call: 'POST setup/skip',
          body: SetupSkipForm,
          answer: ({ body: { step, reason } }) => {
            skipped.set(step, reason);
            return null;
          },
        })
        .on({
          call: 'POST setup/resume',
          body: SetupResume,
          answer: ({ body: { step } }) => {
            skipped.delete(step);
            return null;
          },
        }),
  });
}

const rowOf = (step: SetupStep) => {
  const row = document.querySelector<HTMLElement>(`[data-step="${step}"]`);
  if (!row) throw new Error(`No step ${step}`);
  return within(row);
};

describe('the check list', () => {
  it.each([
    ['en', 'Institution below', 'Next: Institution below'],
    ['es', 'Institución inferior', 'Sigue: Institución inferior'],
    ['cn', '下级机构', '下一步：下级机构'],
  ] as const)('names in %s what comes next, on the page and in the menu', async (language, title, next) => {
    await open(language);
    expect((await screen.findByRole('link', { name: next })).getAttribute('href')).toContain(
      '/institutionalManagement/add',
    );
    expect(rowOf('below').getByRole('link', { name: title })).toBeTruthy();
    expectWords();
    await expectAccessible();
  });

  it('lets go of a step with a reason, and takes it up again', async () => {
    const { network, user } = await open();
    await screen.findByRole('link', { name: 'Next: Institution below' });
    const offered = SETUP_STEPS.filter((step) => rowOf(step).queryByRole('button', { name: /^Not for us/ }));
    expect(offered).toEqual(
      SETUP_STEPS.filter((step) => (SKIPPABLE_STEPS as readonly string[]).includes(step)),
    );
    await user.click(rowOf('below').getByRole('button'));
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByRole('textbox'), 'One house');
    await user.click(within(dialog).getByRole('button', { name: 'Not for us' }));
    await waitFor(() => expect(rowOf('below').getByText('“One house” (Eva)')).toBeTruthy());
    await screen.findByRole('link', { name: 'Next: Queue' });
    expect(network.sent('POST setup/skip')).toEqual([{ step: 'below', reason: 'One house' }]);
    await user.click(rowOf('below').getByRole('button'));
    await screen.findByRole('link', { name: 'Next: Institution below' });
    expect(network.sent('POST setup/resume')).toEqual([{ step: 'below' }]);
  });
});
