import { lazy } from 'react';

/** antd's layers, fetched once the first screen has loaded. */
export const fetchLayers = () => import('./antd-layers');

export const Popover = lazy(async () => ({ default: (await fetchLayers()).Popover }));
export const Dropdown = lazy(async () => ({ default: (await fetchLayers()).Dropdown }));
