import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A TCP proxy in front of a service that can be cut, as if the network or the service were gone, and mended. */
export interface Proxy {
  url: string;
  /** Ends what is connected; new connections are refused (or, with `hang`, accepted and never answered). */
  cut(how?: 'refuse' | 'hang'): void;
  mend(): void;
  close(): Promise<void>;
}

/** Keeps a socket among these as long as it is open. */
export const trackedIn = (sockets: Set<Socket>) => (socket: Socket) => {
  sockets.add(socket);
  socket.on('close', () => sockets.delete(socket));
  socket.on('error', () => socket.destroy());
};

export async function proxyTo(url: string): Promise<Proxy> {
  const target = new URL(url);
  let state: 'open' | 'refuse' | 'hang' = 'open';
  const sockets = new Set<Socket>();
  const track = trackedIn(sockets);
  const server = createServer((client) => {
    track(client);
    if (state === 'refuse') return void client.destroy();
    if (state === 'hang') return;
    const service = connect(Number(target.port), target.hostname);
    track(service);
    client.on('close', () => service.destroy());
    service.on('close', () => client.destroy());
    client.on('data', (data) => state !== 'hang' && service.write(data));
    service.on('data', (data) => state !== 'hang' && client.write(data));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const proxied = new URL(url);
  proxied.host = `127.0.0.1:${port}`;
  return {
    url: proxied.toString(),
    cut(how = 'refuse') {
      state = how;
      if (how === 'refuse') for (const socket of sockets) socket.destroy();
    },
    mend() {
      state = 'open';
      for (const socket of sockets) socket.destroy();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
