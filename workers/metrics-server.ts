import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Config } from '../server/platform/config/config.js';
import { Logger } from '../server/platform/logger/logger.js';
import { Metrics } from '../server/platform/metrics/metrics.js';
import { mayScrape } from '../server/platform/metrics/scrape.rules.js';

/** The workers' only door: GET /metrics, to this machine or to who has the token. Without RECOUP_METRICS_PORT there is none. */
@Injectable()
export class MetricsServer implements OnApplicationShutdown {
  private server: Server | undefined;

  constructor(
    private readonly config: Config,
    private readonly metrics: Metrics,
    private readonly logger: Logger,
  ) {}

  /** @returns the port, which a test lets the machine choose; null without one */
  async start(): Promise<number | null> {
    const { metricsPort, host } = this.config;
    if (metricsPort === undefined) return null;
    const server = createServer((request, response) => void this.answer(request, response));
    this.server = server;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(metricsPort, host, resolve);
    });
    const address = server.address();
    return typeof address === 'object' && address ? address.port : null;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'GET' || request.url !== '/metrics' || !mayScrape(request, this.config)) {
      response.writeHead(404).end();
      return;
    }
    try {
      const text = await this.metrics.registry.metrics();
      response.writeHead(200, { 'content-type': this.metrics.registry.contentType }).end(text);
    } catch (error) {
      this.logger.error(error);
      response.writeHead(500).end();
    }
  }

  async onApplicationShutdown(): Promise<void> {
    const { server } = this;
    if (!server) return;
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  }
}
