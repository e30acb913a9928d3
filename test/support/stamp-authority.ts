import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';

/** Makes of a signed reply what another authority would have sent. */
export type Reply = (of: Buffer, request: Buffer) => Buffer | null | Promise<Buffer | null>;

/** A time-stamping authority by HTTP, whose replies openssl makes, at its machine's own time. */
export class StampAuthority {
  readonly folder = mkdtempSync(join(tmpdir(), 'recoup-stamps-'));
  /** PEM of who signed its certificate. */
  readonly ca = join(this.folder, 'ca.pem');
  requests: Buffer[] = [];
  /** Null: 500. */
  reply: Reply = (made) => made;
  private readonly server = createServer((request, response) => {
    void (async () => {
      const query = await buffer(request);
      this.requests.push(query);
      const made = await this.reply(this.replyTo(query), query);
      if (made) response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(made);
      else response.writeHead(500).end();
    })();
  });

  constructor() {
    this.openssl('req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', 'ca.key', '-out', 'ca.pem', '-days', '3650', '-subj', '/CN=Authority'); // prettier-ignore
    this.certify('signer', 'extendedKeyUsage=critical,timeStamping');
    writeFileSync(join(this.folder, 'serial'), '01');
  }

  /** A certificate for the name's key, valid for so many days from now. */
  certify(name: string, extensions: string, days = 3650): void {
    writeFileSync(join(this.folder, `${name}.ext`), `keyUsage=digitalSignature\n${extensions}\n`);
    this.openssl('req', '-newkey', 'rsa:2048', '-nodes', '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', `/CN=${name}`); // prettier-ignore
    this.openssl('x509', '-req', '-in', `${name}.csr`, '-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-out', `${name}.pem`, '-days', String(days), '-extfile', `${name}.ext`); // prettier-ignore
  }

  replyTo(query: Buffer, signer = 'signer'): Buffer {
    writeFileSync(join(this.folder, 'query.tsq'), query);
    const settings = {
      ...{ serial: join(this.folder, 'serial'), crypto_device: 'builtin', signer_digest: 'sha256' },
      ...{ signer_cert: join(this.folder, `${signer}.pem`), signer_key: join(this.folder, `${signer}.key`) },
      ...{ certs: this.ca, default_policy: '1.2.3.4.1', other_policies: '1.2.3.4.2', digests: 'sha256' },
      ...{ accuracy: 'secs:1', ess_cert_id_alg: 'sha256' },
    };
    const lines = Object.entries(settings).map(([key, value]) => `${key}=${value}`);
    writeFileSync(join(this.folder, 'ts.cnf'), ['[tsa]', 'default_tsa=one', '[one]', ...lines].join('\n'));
    this.openssl('ts', '-reply', '-config', 'ts.cnf', '-queryfile', 'query.tsq', '-out', 'reply.tsr');
    return readFileSync(join(this.folder, 'reply.tsr'));
  }

  openssl(...args: string[]): string {
    return execFileSync('openssl', args, {
      cwd: this.folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  listen(port: number): Promise<void> {
    return new Promise((listening) => this.server.listen(port, '127.0.0.1', listening));
  }

  async end(): Promise<void> {
    await new Promise((closed) => this.server.close(closed));
    rmSync(this.folder, { recursive: true, force: true });
  }
}
