import type { Subject } from './cast.js';
import { now } from './figures.js';
import { HttpConnection } from './http-connection.js';
import { AMOUNT, requestOf } from './traffic.js';

/** Sends payments without waiting for the answers of those before: a provider does not wait either. */
export class Payer {
  readonly latencies: number[] = [];
  private readonly idle: HttpConnection[] = [];
  private readonly open: HttpConnection[] = [];
  private readonly underWay = new Set<Promise<void>>();
  private failure: unknown = null;

  constructor(
    private readonly port: number,
    private readonly secret: string,
  ) {}

  /** @returns the amount that is on its way. */
  send(subject: Subject): number {
    const sending = this.post(subject)
      .catch((error: unknown) => void (this.failure ??= error))
      .finally(() => this.underWay.delete(sending));
    this.underWay.add(sending);
    return AMOUNT;
  }

  /** @throws the first refusal. */
  async answered(): Promise<void> {
    await Promise.all(this.underWay);
    if (this.failure) throw this.failure;
  }

  close(): void {
    for (const connection of this.open) connection.close();
  }

  private async post(subject: Subject): Promise<void> {
    const request = requestOf({ kind: 'payment', subjects: [subject], secret: this.secret }, 0);
    const sentAt = now();
    const connection = this.idle.pop() ?? (await this.connect());
    const body = await connection.send(request);
    this.latencies.push(now() - sentAt);
    this.idle.push(connection);
    if (!body.startsWith('{"code":"00"')) throw new Error(`A payment was refused: ${body}`);
  }

  private async connect(): Promise<HttpConnection> {
    const connection = await HttpConnection.open(this.port);
    this.open.push(connection);
    return connection;
  }
}
