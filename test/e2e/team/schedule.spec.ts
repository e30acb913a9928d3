import { readFileSync } from 'node:fs';
import { expect, type Browser, type Page } from '@playwright/test';
import { read, utils, write, type WorkSheet } from '@e965/xlsx';
import { addDays, businessDay } from '../../../contract/shared/date.js';
import { account } from '../support/accounts.js';
import { enter } from '../support/browsers.js';
import { callerOf } from '../support/calls.js';
import { addColleague, bindWaiting, manualQueue } from '../support/people.js';
import { test } from '../support/test.js';

/** A day of the first of them that nothing else of the demo looks at; so many that the bar is seen. */
const DAYS = 300;
const FIRST = addDays(businessDay(new Date()), 30);
const serial = (day: string) => Math.round((Date.parse(day) - Date.parse('1899-12-30')) / 86_400_000);

type Row = (string | number)[];

/** The leader's own queue and people, as the template names them. */
async function templateOf(page: Page): Promise<{ heads: Record<string, Row>; people: string[] }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Template' }).click(),
  ]);
  const book = read(readFileSync(await download.path()));
  const rowsOf = (name: string) => utils.sheet_to_json<Row>(book.Sheets[name]!, { header: 1 });
  const [plan, people] = [rowsOf('plan'), rowsOf('people')];
  return {
    heads: { plan: plan[0]!, people: people[0]! },
    people: people.slice(1).map(([, username]) => String(username)),
  };
}

function sheetOf(head: Row, rows: Row[]): WorkSheet {
  const sheet = utils.aoa_to_sheet([head, ...rows]);
  rows.forEach(([day], at) => {
    if (typeof day === 'number') sheet[`A${at + 2}`].z = 'yyyy-mm-dd';
  });
  return sheet;
}

async function upload(page: Page, name: string, sheets: Record<string, WorkSheet>): Promise<void> {
  const book = utils.book_new();
  for (const [title, sheet] of Object.entries(sheets)) utils.book_append_sheet(book, sheet, title);
  const buffer = write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer;
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  await page.getByLabel('Schedule file, xls or xlsx').setInputFiles({ name, mimeType, buffer });
}

/** Writes down what the bar says: it may be over before a poll comes. */
async function watchBar(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(`
    window.barSaid = [];
    new MutationObserver(() => {
      const said = document.querySelector('.schedule-progress')?.textContent;
      if (said && window.barSaid.at(-1) !== said) window.barSaid.push(said);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  `);
  return () => page.evaluate<string[]>('window.barSaid');
}

const row = (page: Page, username: string) => page.locator('.ag-row', { hasText: username });
const cell = (page: Page, username: string, column: string) =>
  row(page, username).locator(`[col-id=${column}]`);
const seats = (page: Page) => page.getByRole('table', { name: 'Seats of the day' });

test('a leader corrects a refused schedule, sees what it means, and two people leave', async ({
  browser,
}) => {
  const carlos = await callerOf(account('leader'));
  const { id: queueId, code: queue } = await manualQueue(carlos);
  const [absent, resigning] = [
    await addColleague('Ausente', queueId),
    await addColleague('Renuncia', queueId),
  ];
  for (const { id } of [absent, resigning]) await bindWaiting(carlos, queueId, id);
  try {
    await planAndLeave(browser, queue, absent.username, resigning.username);
  } finally {
    await absent.leave();
  }
});

/** By the keyboard, from the row's further acts. */
async function chooseResign(page: Page, name: string): Promise<void> {
  await row(page, name).getByRole('button', { name: 'More' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Resign' }).press('Enter');
}

async function planAndLeave(
  browser: Browser,
  queue: string,
  absent: string,
  resigning: string,
): Promise<void> {
  const leader = await enter(browser, account('leader'), { at: `seatingSchedule?day=${FIRST}` });
  const { heads, people } = await templateOf(leader);

  const plan = sheetOf(heads['plan']!, [[serial(FIRST), queue, 90, 5, 10, 20, 1, 5, 4]]);
  const bad = sheetOf(heads['people']!, [
    [FIRST, people[0]!, 'ON_DUTY'],
    [serial(FIRST), 'nobody.at.all', 'REST'],
    [serial(FIRST), people[0]!, 'SLEEPING'],
  ]);
  await upload(leader, 'bad.xlsx', { plan, people: bad });
  const result = leader.locator('.schedule-result');
  await expect(result).toContainText('Nothing was applied: 3 cells have to be corrected');
  await expect(result.getByRole('listitem')).toHaveText([
    `people A2 (Date): ${FIRST} is a text, not a date`,
    'people B3 (Account): nobody.at.all is not known, or not yours',
    'people C4 (Status): SLEEPING is none of ON_DUTY, ABSENT, REST, RESIGNED',
  ]);
  const [file] = await Promise.all([
    leader.waitForEvent('download'),
    leader.getByRole('button', { name: 'Take the file with the cells marked' }).click(),
  ]);
  const marked = read(readFileSync(await file.path())).Sheets['people']!;
  expect(marked['C4']).toMatchObject({ v: 'SLEEPING' });
  expect(marked['D2'].v).toBe(`A2: "${FIRST}" is a text, not a date`);

  const bar = await watchBar(leader);
  const days = Array.from({ length: DAYS }, (_, at) => serial(FIRST) + at);
  const good = days.flatMap((day) => people.map((name): Row => [day, name, 'ON_DUTY']));
  await upload(leader, 'good.xlsx', { plan, people: sheetOf(heads['people']!, good) });
  await expect(result).toContainText(`Rows of the plan: 1, of people: ${good.length};`);
  expect((await bar()).join()).toMatch(/Opening the file|Read: |Written: /);
  // The address names the upload: it outlives a reload.
  await leader.reload();
  await expect(result).toContainText('good.xlsx');
  // One that was sent by mistake is taken back, and the good one stands again.
  const mistaken = sheetOf(heads['plan']!, [[serial(FIRST), queue, 900, 5, 10, 20, 1, 5, 4]]);
  await upload(leader, 'mistaken.xlsx', { plan: mistaken });
  await expect(result).toContainText('mistaken.xlsx');
  await leader.getByRole('button', { name: 'Take back' }).click();
  await leader.getByRole('dialog').getByRole('button', { name: 'Take back' }).click();
  await expect(result).toHaveAttribute('data-status', 'UNDONE');

  const figures = seats(leader).getByRole('row').filter({ hasText: '90' });
  // 90 expected cases by 15 a head are 6 seats, and the plan has 5 at the most.
  await expect(figures.getByRole('cell').nth(2)).toHaveText('5');
  const cells = figures.getByRole('cell');
  const shownOnDuty = async () => Number(/\d+$/.exec(await cells.nth(4).innerText())![0]);
  const onDuty = await shownOnDuty();
  await row(leader, absent).getByRole('button', { name: 'Absent' }).click();
  await expect(cell(leader, absent, 'status')).toHaveText('Absent');
  await expect(row(leader, absent).getByRole('button', { name: 'Resign' })).toHaveCount(0);

  const at = `seatingSchedule?day=${FIRST}&username=${resigning}`;
  const admin = await enter(browser, account('admin'), { at });
  await chooseResign(admin, resigning);
  const dialog = admin.getByRole('dialog', { name: '1 person resigns' });
  await expect(dialog).toContainText(resigning);
  await expect(dialog).toContainText('1 open case');
  await expect(dialog).toContainText('sign-in ends, the phone is unbound');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(cell(admin, resigning, 'status')).toHaveText('On duty');
  await chooseResign(admin, resigning);
  await dialog.getByRole('button', { name: 'Resign' }).click();
  await expect(admin.getByText('1 person has resigned')).toBeVisible();

  // The leader's open page follows.
  await expect(cell(leader, resigning, 'status')).toHaveText('Resigned');
  await expect.poll(shownOnDuty).toBeLessThan(onDuty);
}
