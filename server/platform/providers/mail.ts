import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { Injectable } from '@nestjs/common';
import { createTransport, type SMTPTransportOptions } from 'nodemailer';
import { z } from 'zod';
import { Site } from '../site/site.js';
import { ProviderClient, ProviderRefused, ProviderUnavailable, type Probe } from './provider-client.js';
import { ProviderOutcomes } from './provider-outcomes.js';
import { Providers, type ProviderInForce } from './providers.js';

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

type MailServer = Pick<ReturnType<typeof createTransport>, 'sendMail' | 'verify'>;

const PORTS: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 };

/** HTTP statuses that stand for an SMTP server's answers, so that every provider's test is read alike. */
const SECRET = 401;
const FAILED = 502;

/** Hands mail over to the lender's mail server, or by our own signed call. */
@Injectable()
export class MailClient {
  constructor(
    private readonly client: ProviderClient,
    private readonly providers: Providers,
    private readonly outcomes: ProviderOutcomes,
    private readonly site: Site,
  ) {}

  /** False in a live site that has connected none. */
  get isOn(): boolean {
    return !this.site.isOff('mail');
  }

  /** @throws ProviderRefused, ProviderUnavailable; it may have been taken all the same */
  async send(mail: Mail): Promise<void> {
    const provider = this.providers.of('mail');
    if (provider.protocol !== 'SMTP') {
      const request = { provider: 'mail', path: '/mail/messages', body: mail, answer: z.object({}) } as const;
      await this.client.call({ ...request, idempotencyKey: randomUUID() });
      return;
    }
    const status = await bySmtp(provider, (server) => server.sendMail({ from: provider.sender, ...mail }));
    this.outcomes.note('mail', status !== 200);
    if (status === SECRET) throw new ProviderRefused(status, 'mail');
    if (status !== 200) throw new ProviderUnavailable('mail');
  }

  /** Signs in at an address that is perhaps not in force yet, and hands over one mail where one is given. */
  async probe(provider: ProviderInForce, mail: Mail | null): Promise<Probe> {
    const begun = performance.now();
    const status = await bySmtp(provider, (server) =>
      mail ? server.sendMail({ from: provider.sender, ...mail }) : server.verify(),
    );
    return { status, ms: Math.round(performance.now() - begun) };
  }
}

/** @returns 200, or what stands for the server's answer; null when none came in time */
async function bySmtp(
  provider: ProviderInForce,
  work: (server: MailServer) => Promise<unknown>,
): Promise<number | null> {
  const server = createTransport(optionsOf(provider));
  try {
    await work(server);
    return 200;
  } catch (error) {
    const { code, responseCode } = error as { code?: string; responseCode?: number };
    if (code === 'EAUTH') return SECRET;
    return responseCode === undefined ? null : FAILED;
  } finally {
    server.close();
  }
}

/** TLS is left out in the own network alone. The name is resolved once, and that address is dialled. */
function optionsOf(provider: ProviderInForce): SMTPTransportOptions {
  const { url, account, secret, timeoutMs, isPrivate, lookup } = provider;
  const { hostname, port, protocol } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const dialled = { host, port: Number(port) || PORTS[protocol]! };
  return {
    ...dialled,
    secure: protocol === 'smtps:',
    requireTLS: !isPrivate,
    tls: { rejectUnauthorized: !isPrivate },
    auth: { user: account, pass: secret },
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
    getSocket: (_, done) => {
      const socket = connect({ ...dialled, ...(lookup && { lookup }), timeout: timeoutMs });
      const fail = (error: Error) => done(error, false);
      socket.once('error', fail);
      socket.once('timeout', () => socket.destroy(new Error('late')));
      socket.once('connect', () => {
        socket.off('error', fail);
        done(null, { connection: socket });
      });
    },
  };
}
