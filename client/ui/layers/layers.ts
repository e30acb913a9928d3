import { lazy } from 'react';

/** antd's layers, fetched when the page is quiet. */
export const fetchLayers = () => import('./antd-layers');

export const Popover = lazy(async () => ({ default: (await fetchLayers()).Popover }));
export const Dropdown = lazy(async () => ({ default: (await fetchLayers()).Dropdown }));
