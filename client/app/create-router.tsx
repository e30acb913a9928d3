import { Suspense } from 'react';
import { createHashRouter, Outlet, redirect, type RouteObject } from 'react-router';
import { followVisits } from '../state/visits';
import { guard, keepWallboard } from './guard';
import { RouteError } from './route-error';
import { CASE_LIST, ROUTES } from './router';
import { pageKey, type RouteHandle } from './shell/page-key';

const nothing = () => null;

/**
 * Everything that may wait is within the router. A boundary above it would end the router's subscription for as long as
 * it hides the page: a link that is followed meanwhile would change the address, and never the page.
 */
const Waiting = () => (
  <Suspense fallback={null}>
    <Outlet />
  </Suspense>
);

const routes: RouteObject[] = [
  { path: '/', loader: () => redirect(CASE_LIST) },
  {
    path: '/login',
    loader: keepWallboard,
    lazy: () => import('./login-route'),
    ErrorBoundary: RouteError,
    HydrateFallback: nothing,
  },
  {
    path: '/wallboard',
    lazy: () => import('./wallboard-route'),
    ErrorBoundary: RouteError,
    HydrateFallback: nothing,
  },
  {
    id: 'shell',
    loader: guard,
    shouldRevalidate: () => true,
    lazy: () => import('./shell/shell'),
    ErrorBoundary: RouteError,
    HydrateFallback: nothing,
    children: ROUTES.map(({ path, load, narrows = [] }) => ({
      path,
      lazy: load,
      // One page may have several paths.
      handle: { narrows, screen: ROUTES.findIndex((each) => each.load === load) } satisfies RouteHandle,
      ErrorBoundary: RouteError,
    })),
  },
  { path: '*', loader: () => redirect('/login') },
];

export function createRouter() {
  const router = createHashRouter([{ Component: Waiting, HydrateFallback: nothing, children: routes }]);
  followVisits(router, (match) => {
    const { screen } = (match?.handle ?? {}) as Partial<RouteHandle>;
    return `${screen} ${pageKey(match)}`;
  });
  return router;
}
