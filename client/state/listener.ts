import { createListenerMiddleware } from '@reduxjs/toolkit';

/** The store's one listener: what follows from an action without being state stands in an effect of it. */
export const listener = createListenerMiddleware();
