import { test as base } from '@playwright/test';

/** Closes every browser that a test has opened: its sockets would work on beside the next test. */
export const test = base.extend<{ closing: void }>({
  closing: [
    async ({ browser }, use) => {
      await use();
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
});
