import { describe, expect, it } from '@jest/globals';
import { generatePath } from 'react-router';
import { ROUTES } from '../../../client/app/router';
import { pageKey } from '../../../client/app/shell/page-key';

const routes = ROUTES.map(({ path, narrows = [] }) => ({
  path,
  narrows,
  names: path.split('/').flatMap((part) => (part.startsWith(':') ? [part.slice(1)] : [])),
}));
const parameters = routes.flatMap(({ path, narrows, names }) =>
  names.map((name) => ({ path, narrows, names, name, remounts: !narrows.includes(name) })),
);
const paramsOf = (names: readonly string[], other?: string) =>
  Object.fromEntries(names.map((name) => [name, name === other ? '2' : '1']));

describe('the key of a page', () => {
  it.each(parameters.filter(({ remounts }) => remounts))(
    'changes with :$name of $path',
    ({ path, narrows, names, name }) => {
      const keys = [undefined, name].map((other) =>
        pageKey({ params: paramsOf(names, other), handle: { narrows } }),
      );
      expect(generatePath(path, paramsOf(names))).not.toContain(':');
      expect(new Set(keys).size).toBe(2);
    },
  );

  it('stays with what only narrows a page', () => {
    for (const { narrows, names, name } of parameters.filter(({ remounts }) => !remounts)) {
      const handle = { narrows };
      expect(pageKey({ params: paramsOf(names, name), handle })).toBe(
        pageKey({ params: paramsOf(names), handle }),
      );
    }
  });

  it('knows no other parameters that only narrow than these', () => {
    const narrowing = routes.filter(({ narrows }) => narrows.length > 0);
    expect(narrowing.map(({ path, narrows }) => `${path} ${narrows.join(' ')}`)).toEqual([
      '/dashboardInfo/:date/:device/:product/:queue/:institution date device product queue institution',
      '/dashboard/events/:collectorId/:date date',
      '/presence/:collectorId collectorId',
      '/presence/:collectorId/:date collectorId date',
    ]);
    for (const { names, narrows } of narrowing) expect(names).toEqual(expect.arrayContaining([...narrows]));
  });

  it('of a page without parameters is one', () => {
    expect(pageKey({ params: {}, handle: undefined })).toBe(pageKey(undefined));
  });
});
