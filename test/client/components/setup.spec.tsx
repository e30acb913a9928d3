import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { CaseLaneQuery, CaseListQuery } from '../../../contract/cases/cases.js';
import {
  SETUP_STEPS,
  SKIPPABLE_STEPS,
  SetupResume,
  SetupSkipForm,
  type SetupState,
  type SetupStep,
} from '../../../contract/administration/setup.js';
import { i18n } from '../../../client/i18n/i18n.js';
import { openApp, useBrowser } from './support/app.js';
import { NO_ROWS } from './support/people.js';
import { expectAccessible, expectWords, goneTo } from './support/screen.js';

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

describe('the list of cases without any', () => {
  it.each(['en', 'es', 'cn'] as const)('leads whoever sets up to it, in %s', async (language) => {
    const { user } = await openApp({
      at: '/case/list',
      language,
      role: 'admin',
      answers: (network) =>
        network
          .on({ call: 'GET task/listing', query: CaseListQuery, answer: () => NO_ROWS })
          .on({ call: 'GET task/lane', query: CaseLaneQuery, answer: () => [] })
          .on({ call: 'GET preferences/views', answer: () => [] })
          .on({ call: 'GET export/list', answer: () => [] }),
    });
    const [link] = await screen.findAllByRole('link', { name: i18n.t('shell:menu.setup') });
    expectWords();
    await expectAccessible();
    await user.click(link!);
    await goneTo('/setup');
  });
});
