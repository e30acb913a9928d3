import type { Frame, MessageName } from '../../contract/realtime';
import { frameReceived } from '../state/connection';
import { listener } from '../state/listener';

type Handlers = { [Name in MessageName]?: (frame: Frame<Name>) => void };

/** Hands the server's messages to whoever has a handler for their name. @returns how to stop */
export function listenToFrames(handlers: Handlers): () => void {
  return listener.startListening({
    actionCreator: frameReceived,
    effect: ({ payload }) => (handlers[payload.name] as ((frame: Frame) => void) | undefined)?.(payload),
  });
}

/** For `onCacheEntryAdded`: an answer follows what is pushed for as long as it is kept. */
export async function followFrames(
  entry: { cacheEntryRemoved: Promise<void> },
  handlers: Handlers,
): Promise<void> {
  const stop = listenToFrames(handlers);
  await entry.cacheEntryRemoved;
  stop();
}
