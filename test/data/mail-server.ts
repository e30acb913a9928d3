import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail as it went over the wire, decoded. */
export interface Taken {
  from: string;
  to: string[];
  text: string;
}
export interface MailServer {
  url: string;
  taken: Taken[];
  /** REFUSE takes no mail; SILENT greets nobody. */
  mood: 'TAKE' | 'REFUSE';
  close(): Promise<void>;
}

/** A mail server of Debian's kind on loopback: user and password, no certificate, and what it takes stays here. */
export async function startMailServer(user: string, password: string): Promise<MailServer> {
  const state = { taken: [] as Taken[], mood: 'TAKE' as MailServer['mood'] };
  const server = new SMTPServer({
    ...{ disabledCommands: ['STARTTLS'], authOptional: false, allowInsecureAuth: true },
    onAuth: ({ username, password: given }, _, done) =>
      username === user && given === password ? done(null, { user }) : done(new Error('Who is it?')),
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (state.mood === 'REFUSE') return done(Object.assign(new Error('Not now'), { responseCode: 451 }));
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        const to = envelope.rcptTo.map(({ address }) => address);
        state.taken.push({ from, to, text: decoded(Buffer.concat(chunks).toString('utf8')) });
        done();
      });
    },
  });
  server.on('error', () => undefined); // A client that leaves early is no fault of ours.
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return Object.assign(state, {
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  });
}

/** Quoted-printable and base64 are how a mail's lines travel. */
function decoded(raw: string): string {
  const [head = '', ...body] = raw.split('\r\n\r\n');
  const text = body.join('\r\n\r\n');
  if (/content-transfer-encoding: base64/i.test(head)) return Buffer.from(text, 'base64').toString('utf8');
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return /quoted-printable/i.test(head) ? Buffer.from(bytes, 'latin1').toString('utf8') : text;
}
