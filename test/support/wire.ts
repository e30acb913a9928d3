import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface WireAnswer {
  status: number;
  headers: string;
  body: { code: string; message: string; data: unknown };
}

/** A request written byte by byte, for what no client library sends: a body that never comes, or comes in spite of the answer. */
export class Wire {
  private received = '';
  private readonly ended: Promise<unknown>;

  private constructor(readonly socket: Socket) {
    socket.on('data', (chunk) => (this.received += chunk.toString('utf8')));
    // A refused sender that still writes is cut off: what was received counts.
    socket.on('error', () => undefined);
    this.ended = once(socket, 'close');
  }

  static async post(
    url: string,
    path: string,
    headers: Record<string, string>,
    body: string | Buffer = '',
  ): Promise<Wire> {
    const { hostname, port, host } = new URL(url);
    const socket = connect(Number(port), hostname);
    const wire = new Wire(socket);
    await once(socket, 'connect');
    const all = { host, 'content-type': 'application/json', 'accept-language': 'es', ...headers };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`POST /api/${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
    if (body.length > 0) socket.write(body);
    return wire;
  }

  /** The answer, once the server has closed the connection behind it. */
  async closed(): Promise<WireAnswer> {
    await this.ended;
    const [headers = '', text = ''] = this.received.split('\r\n\r\n');
    const body = JSON.parse(text) as WireAnswer['body'];
    return { status: Number(headers.split(' ')[1]), headers: headers.toLowerCase(), body };
  }

  close(): void {
    this.socket.destroy();
  }
}
