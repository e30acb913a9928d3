import { createHashRouter, redirect, type RouteObject } from 'react-router';
import { guard, guardAnswer } from './guard';
import { RouteError } from './route-error';
import { CASE_LIST, landing, SCREENS } from './screens';
import { sessionFlags } from '../lib/session';

const nothing = () => null;

const routes: RouteObject[] = [
  { path: '/', loader: () => redirect(CASE_LIST) },
  {
    path: '/login',
    lazy: async () => {
      const { LoginPage } = await import('../features/login/login-page');
      return { element: <LoginPage landing={landing} /> };
    },
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
    children: SCREENS.map(({ path, load }) => ({ path, lazy: load, ErrorBoundary: RouteError })),
  },
  { path: '*', loader: () => redirect('/login') },
];

export function createRouter() {
  // Without a session the first address is /login: nobody should download the shell only to be sent away.
  if (guardAnswer(sessionFlags()) === 'login') location.replace('#/login');
  return createHashRouter(routes);
}
