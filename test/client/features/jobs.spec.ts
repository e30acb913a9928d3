import { describe, expect, it } from '@jest/globals';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { ROLE_GRANTS } from '../../../contract/permissions.js';
import { BoardLink } from '../../../client/features/jobs/board-link.js';

describe('the way to the dashboard of the queues', () => {
  const drawn = (role: 'admin' | 'supervisor', everywhere: boolean) => {
    const user = { permissions: [...ROLE_GRANTS[role].permissions], everywhere };
    return renderToStaticMarkup(createElement(BoardLink, { user, label: 'Queues' }));
  };

  it('is shown to whom it opens', () => {
    expect(drawn('admin', true)).toMatch(/^<a href="\/api\/job\/board"[^>]*>Queues<\/a>$/);
  });

  it('is not shown to an administrator below the topmost institution, nor to who manages no jobs', () => {
    expect(drawn('admin', false)).toBe('');
    expect(drawn('supervisor', true)).toBe('');
    expect(renderToStaticMarkup(createElement(BoardLink, { user: undefined, label: 'Queues' }))).toBe('');
  });
});
