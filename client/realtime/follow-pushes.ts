import type { PushEnvelope, MessageName } from '../../contract/realtime';
import { pushReceived } from '../state/connection';
import { listener } from '../state/listener';

type Handlers = { [Name in MessageName]?: (push: PushEnvelope<Name>) => void };

/** Hands the server's messages to whoever has a handler for their name. @returns how to stop */
export function listenToPushes(handlers: Handlers): () => void {
  return listener.startListening({
    actionCreator: pushReceived,
    effect: ({ payload }) =>
      (handlers[payload.name] as ((push: PushEnvelope) => void) | undefined)?.(payload),
  });
}

/** For `onCacheEntryAdded`: an answer follows what is pushed for as long as it is kept. */
export async function followPushes(
  entry: { cacheEntryRemoved: Promise<void> },
  handlers: Handlers,
): Promise<void> {
  const stop = listenToPushes(handlers);
  await entry.cacheEntryRemoved;
  stop();
}
