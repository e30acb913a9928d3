import { expect, type Page, type WebSocketRoute } from '@playwright/test';

/** How the server's word begins that the page is connected: of Engine.IO a message, of Socket.IO a connection. */
const CONNECTED = '40';

/** @returns how to break the page's connection, once there is one, and how to let it come back */
export async function breakable(page: Page): Promise<(away: boolean) => Promise<void>> {
  const sockets: WebSocketRoute[] = [];
  let isAway = false;
  let isConnected = false;
  await page.routeWebSocket(/socket\.io/, (socket) => {
    sockets.push(socket);
    if (isAway) return void socket.close();
    socket.connectToServer().onMessage((message) => {
      socket.send(message);
      if (String(message).startsWith(CONNECTED)) isConnected = true;
    });
  });
  return async (away) => {
    if (away) await expect.poll(() => isConnected).toBe(true);
    isAway = away;
    if (!away) return;
    isConnected = false;
    for (const socket of sockets.splice(0)) await socket.close();
  };
}
