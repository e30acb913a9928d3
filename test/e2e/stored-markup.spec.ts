import { expect, type Page } from '@playwright/test';
import { account } from './support/accounts.js';
import { openBrowser } from './support/browsers.js';
import { post } from './support/calls.js';
import { test } from './support/test.js';

/** Each runs `window.ran = true` wherever a text is written as markup, or loads a picture that is not there. */
const TAGS = [
  '<script>ran=1</script>',
  '<img src=x onerror=ran=1>',
  '<svg onload=ran=1>',
  '<body onload=ran=1>',
  '<iframe src="javascript:parent.ran=1">',
  '<a href="javascript:ran=1">x</a>',
  '<details open ontoggle=ran=1>',
  '<input autofocus onfocus=ran=1>',
  '<video><source onerror=ran=1>',
  '<style>@import"javascript:ran=1"</style>',
  '<math href="javascript:ran=1">x',
  '<object data="javascript:ran=1">',
  '<form action="javascript:ran=1"><button>',
  '<base href="//evil.invalid/">',
  '<meta http-equiv=refresh content="0;url=//evil.invalid">',
  '<link rel=stylesheet href=//evil.invalid>',
  '{{constructor.constructor("ran=1")()}}',
  '${ran=1}',
  'javascript:ran=1',
  '<template><img src=x onerror=ran=1></template>',
];
const BREAKS = [
  (tag: string) => tag,
  (tag: string) => `">${tag}`,
  (tag: string) => `'>${tag}`,
  (tag: string) => `</title>${tag}`,
  (tag: string) => `</textarea>${tag}`,
  (tag: string) => `</script>${tag}`,
  (tag: string) => `<!-- -->${tag}`,
  (tag: string) => `]]>${tag}`,
  (tag: string) => tag.toUpperCase(),
  (tag: string) => tag.replaceAll('<', '<\t'),
];
const PAYLOADS = TAGS.flatMap((tag) => BREAKS.map((written) => written(tag)));

/** All payloads in as few texts of at most so many characters as hold them. */
function texts(max: number): string[] {
  return PAYLOADS.reduce<string[]>(
    (all, payload) => {
      const joined = `${all.at(-1)!} ${payload}`;
      return joined.length <= max ? [...all.slice(0, -1), joined] : [...all, payload];
    },
    [''],
  );
}

// The contract's library looks once whether it may compile: that is refused as "eval", on every page.
const TRAP = `
  window.violations = [];
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    blockedURI === 'eval' || window.violations.push(violatedDirective + ' ' + blockedURI));`;

/** Nothing ran, nothing tried to, and no element of a payload stands in the page. */
async function expectHarmless(page: Page, place: string): Promise<void> {
  const found = await page.evaluate(`({
    ran: window.ran ?? window.RAN ?? null,
    violations: window.violations,
    elements: document.querySelectorAll('img[src=x], [onerror], [onload], [onfocus], [ontoggle], base, ' +
      'iframe[src^=javascript], a[href^="javascript:"], object, meta[http-equiv=refresh]').length,
  })`);
  expect({ place, found }).toEqual({ place, found: { ran: null, violations: [], elements: 0 } });
}

test('200 pieces of markup, stored by every writer of free text, are shown as they were typed', async ({
  browser,
}) => {
  expect(PAYLOADS).toHaveLength(200);
  const member = await openBrowser(browser, 'en', account('member'));
  const admin = await openBrowser(browser, 'en', account('admin'));
  for (const page of [member, admin]) await page.addInitScript(TRAP);
  await admin.goto('/#/announcements');
  await member.goto('/#/case/list?status=C10');
  const link = member.locator('.ag-cell a[href^="#/task/"]').first();
  await expect(link).toBeVisible();
  const href = (await link.getAttribute('href'))!;
  const taskId = Number(href.split('/')[2]);
  const id = () => crypto.randomUUID();
  const send = async (page: Page, path: string, bodies: object[]) => {
    const answers: unknown[] = [];
    for (const body of bodies) {
      const { code, data } = await post(page, path, body);
      expect([path, code]).toEqual([path, '00']);
      answers.push(data);
    }
    return answers;
  };

  const MEMO = { taskId, callResult: 'MEMO' };
  await send(
    member,
    'task/record',
    texts(1_000).map((notes) => ({ ...MEMO, notes, clientRequestId: id() })),
  );
  const short = texts(500);
  await send(
    member,
    'task/imageComment',
    short.map((comment) => ({ taskId, kind: 'FACE', comment })),
  );
  await send(
    member,
    'task/ktp',
    short.map((comment) => ({ taskId, comment })),
  );
  await send(
    member,
    'task/callOutMessage',
    short.map((message) => ({ taskId, message })),
  );
  const contact = { taskId, relation: 'R04', clientRequestId: id() };
  await send(member, 'task/save/userEmerContact', [{ ...contact, name: PAYLOADS[11], phone: '5598765401' }]);
  await send(member, 'preferences/views', [{ name: PAYLOADS[1], query: {} }]);
  const sent = await send(admin, 'msg/addMsg', [
    ...short.map((text) => ({
      kind: 'VIOLATION', name: text.slice(0, 80), irregularities: text, processResult: text,
    })),
    ...texts(1_000).map((line) => ({ kind: 'NOTICE', texts: { cn: line, en: line, es: line } })),
  ]); // prettier-ignore

  await member.goto(`/#/case/list`);
  await expect(link).toBeVisible();
  await expectHarmless(member, 'list, notice and announcements');
  await member.goto(`/${href}`);
  await expect(member.getByText('<script>ran=1</script>').first()).toBeVisible();
  for (const tab of await member.getByRole('tab').all()) {
    await tab.click();
    await expect(tab).toHaveAttribute('aria-selected', 'true');
    await expectHarmless(member, `case, ${await tab.innerText()}`);
  }
  await admin.goto('/#/announcements');
  await expect(admin.getByText('<img src=x onerror=ran=1>').first()).toBeVisible();
  await expectHarmless(admin, 'announcements');
  // The bar of every later browser would show them.
  for (const { msgId } of sent as { msgId: number }[]) await post(admin, `msg/delete?msgId=${msgId}`, {});
});
