import type { Page, WebSocketRoute } from '@playwright/test';

/** @returns how to break the page's connection, and how to let it come back */
export async function breakable(page: Page): Promise<(away: boolean) => Promise<void>> {
  const sockets: WebSocketRoute[] = [];
  let isAway = false;
  await page.routeWebSocket(/socket\.io/, (socket) => {
    sockets.push(socket);
    if (isAway) return void socket.close();
    socket.connectToServer();
  });
  return async (away) => {
    isAway = away;
    if (away) for (const socket of sockets) await socket.close();
  };
}
