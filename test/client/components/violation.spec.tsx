import { describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { type ViolationInfo, ViolationQuery, WARNING } from '../../../contract/supervision/violations.js';
import { openApp, useBrowser } from './support/app.js';
import { expectAccessible } from './support/screen.js';

useBrowser();

const PHOTO = 'data:image/png;base64,iVBORw0KGgo=';
const VIOLATION: ViolationInfo = {
  ...{ msgId: 5, name: 'Ana', reason: 'Shouted', penalty: WARNING, base64Image: PHOTO, announcedBy: 'Eva' },
  ...{ announcedAt: '2026-11-18T17:00:00.000Z', source: 'CALL', sourceId: 9, read: 1, of: 3 },
  readers: [
    { userId: 1, name: 'Ana', readAt: null },
    { userId: 2, name: 'Luis', readAt: '2026-11-18T18:00:00.000Z' },
  ],
};

describe('a violation', () => {
  it.each([
    ['en', 'Warning', 'Read by 1 of 3'],
    ['es', 'Amonestación', 'Leída por 1 de 3'],
    ['cn', '警告', '3 人中 1 人已读'],
  ] as const)(
    'says in %s what it costs and how many have read it, and shows the photo',
    async (language, cost, read) => {
      await openApp({
        at: '/violation/5',
        language,
        role: 'supervisor',
        answers: (network) =>
          network.on({ call: 'GET msg/violation', query: ViolationQuery, answer: () => VIOLATION }),
      });
      await screen.findByText(read);
      expect(screen.getByText(cost)).toBeTruthy();
      expect(screen.getByRole('img').getAttribute('src')).toBe(PHOTO);
      expect(within(screen.getByRole('table')).getAllByRole('row')).toHaveLength(3);
      await expectAccessible();
    },
  );
});
