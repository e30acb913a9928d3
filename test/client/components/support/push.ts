import type { PushEnvelope, MessageName, Messages } from '../../../../contract/realtime.js';

/** The web socket of the tab, whose other end the environment plays (fake-socket.mjs). */
interface FakeSocket {
  push: (frame: PushEnvelope) => void;
}
const sockets = () => WebSocket as unknown as { current: FakeSocket | null };

export const isConnected = () => sockets().current !== null;

/** Sends a message as the server would, outside of any room's count. */
export function push<Name extends MessageName>(name: Name, data: Messages[Name]): void {
  const frame: PushEnvelope<Name> = { room: 'user:1', epoch: 0, seq: 0, name, data, at: Date.now() };
  sockets().current?.push(frame);
}
