import { lazy } from 'react';

export const fetchNotice = () => import('./notice');

export const Notice = lazy(fetchNotice);
