import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import {
  type JobKind,
  type JobRow,
  JobsQuery,
  type JobState,
} from '../../../contract/administration/jobs.js';
import { openApp, useBrowser } from './support/app.js';
import { ABSENT } from './lists/answers.js';
import { expectAccessible, goneTo } from './support/screen.js';

useBrowser();

const AT = '2026-11-18T17:00:00.000Z';
const job = (id: number, kind: JobKind, state: JobState, personId = 1): JobRow => ({
  ...{ id, kind, state, personId, about: `${kind} ${id}`, person: 'Lucia', done: 0, total: null, refused: 0 },
  ...{ failure: null, startedAt: AT, finishedAt: null, errorFile: null, mayRetry: false, mayCancel: false },
});
const ROWS = [
  job(1, 'PEOPLE_SHEET', 'WAITING'),
  job(2, 'PEOPLE_SHEET', 'WAITING', 9),
  job(3, 'IMPORT', 'FAILED', 9),
  job(4, 'SCHEDULE', 'CANCELLED'),
  job(5, 'EXPORT', 'FAILED'),
];

async function openJobs(language: 'en' | 'es' = 'en') {
  const opened = await openApp({
    at: '/jobs',
    language,
    role: 'admin',
    answers: (network) =>
      network
        .on({ call: 'GET job/list', query: JobsQuery, answer: () => ({ result: ROWS, totalCount: 5 }) })
        .on({ call: 'GET manage/user/uploadResult/1', answer: () => ABSENT })
        .on({ call: 'GET workSchedule/template', answer: () => ABSENT }),
  });
  await waitFor(() => expect(document.querySelectorAll('.ag-row')).not.toHaveLength(0));
  return opened;
}
const row = (id: number) => within(document.querySelector<HTMLElement>(`.ag-row[row-id="${id}"]`)!);

describe('the list of jobs', () => {
  it('leads to what waits for its confirmation, and shows nobody the workbook of somebody else', async () => {
    const { user } = await openJobs('es');
    await expectAccessible();
    expect(screen.queryByRole('link', { name: 'PEOPLE_SHEET 2' })).toBeNull();
    expect(screen.getByRole('link', { name: 'SCHEDULE 4' }).getAttribute('href')).toContain(
      '/seatingSchedule?upload=4',
    );
    expect(screen.getByRole('link', { name: 'IMPORT 3' }).getAttribute('href')).toContain('/imports?run=3');
    await user.click(screen.getByRole('link', { name: 'PEOPLE_SHEET 1' }));
    await goneTo('/users/upload?upload=1');
  });

  it('leads from a file that failed or was stopped to where it is sent again', async () => {
    const { user } = await openJobs();
    const acts = screen.getAllByRole('button', { name: 'Send again' });
    expect(acts).toHaveLength(2);
    expect(row(5).queryByRole('button', { name: 'Send again' })).toBeNull();
    await user.click(acts[0]!);
    await goneTo('/imports');
  });
});
