import { connect, type Socket } from 'node:net';

const HEAD_END = Buffer.from('\r\n\r\n');

/** One kept-alive HTTP connection that sends raw requests one after another: as little work as a client can do. */
export class HttpConnection {
  private bytes: Buffer = Buffer.alloc(0);
  private waiting: { resolve: (answer: string) => void; reject: (error: Error) => void } | null = null;

  private constructor(private readonly socket: Socket) {
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.read(chunk));
    socket.on('error', (error) => this.fail(error));
    socket.on('close', () => this.fail(new Error('The server closed the connection')));
  }

  static open(port: number): Promise<HttpConnection> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => resolve(new HttpConnection(socket)));
      socket.once('error', reject);
    });
  }

  /** @returns the body. @throws when the status is not 200. */
  send(request: string): Promise<string> {
    return new Promise((resolve, reject) => {
      this.waiting = { resolve, reject };
      this.socket.write(request);
    });
  }

  close(): void {
    this.socket.destroy();
  }

  private read(chunk: Buffer): void {
    this.bytes = this.bytes.length === 0 ? chunk : Buffer.concat([this.bytes, chunk]);
    const end = this.bytes.indexOf(HEAD_END);
    if (end < 0) return;
    const head = this.bytes.toString('latin1', 0, end);
    const length = /\r\ncontent-length: (\d+)/i.exec(head);
    if (!length) return this.fail(new Error(`No content-length: ${head}`));
    const from = end + HEAD_END.length;
    const to = from + Number(length[1]);
    if (this.bytes.length < to) return;
    const body = this.bytes.toString('utf8', from, to);
    this.bytes = this.bytes.subarray(to);
    if (!head.startsWith('HTTP/1.1 200')) return this.fail(new Error(`${head}\n${body}`));
    const waiting = this.waiting;
    this.waiting = null;
    waiting?.resolve(body);
  }

  private fail(error: Error): void {
    const waiting = this.waiting;
    this.waiting = null;
    waiting?.reject(error);
  }
}

export function getRequest(path: string, headers: Record<string, string>): string {
  return `GET ${path} HTTP/1.1\r\n${lines(headers)}\r\n`;
}

export function postRequest(path: string, headers: Record<string, string>, body: string): string {
  const all = {
    ...headers,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
  };
  return `POST ${path} HTTP/1.1\r\n${lines(all)}\r\n${body}`;
}

/** Headers that the product's client sends with every call. */
export function sessionHeaders(token: string): Record<string, string> {
  return { 'x-auth-token': token, cookie: `token=${token}`, 'accept-language': 'en' };
}

function lines(headers: Record<string, string>): string {
  const all = Object.entries({ host: '127.0.0.1', connection: 'keep-alive', ...headers });
  return all.map(([name, value]) => `${name}: ${value}\r\n`).join('');
}
