import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import type {
  ConnectionTest,
  ConnectionTestResult,
  TestOutcome,
} from '../../../contract/administration/connections.js';
import { normalisePhone, Vault } from '../../platform/crypto/vault.js';
import { UnitOfWork } from '../../platform/db/unit-of-work.js';
import type { Actor } from '../../platform/auth/actor.js';
import { AppError, fieldError } from '../../platform/http/app-error.js';
import { Connection } from '../../platform/providers/connection.entity.js';
import { MailClient } from '../../platform/providers/mail.js';
import { OpenId } from '../../platform/providers/openid.js';
import { ProviderClient, type Probe } from '../../platform/providers/provider-client.js';
import { Providers, type ProviderInForce } from '../../platform/providers/providers.js';
import { twilioMessage, twilioReady } from '../../platform/providers/twilio.js';
import { Site } from '../../platform/site/site.js';
import { Borrower } from '../../domain/borrowers/borrower.entity.js';
import { User } from '../../domain/users/user.entity.js';
import { Contact } from '../../domain/borrowers/contact.entity.js';

/** Sent by nobody to a borrower: it is in Spanish, because the house is. */
const TEXT = 'Recoup: prueba de conexión. No responda.';

/** Asks a provider for the least that it can do. */
@Injectable()
export class ConnectionTestsService {
  constructor(
    private readonly client: ProviderClient,
    private readonly mails: MailClient,
    private readonly openId: OpenId,
    private readonly providers: Providers,
    private readonly dataSource: DataSource,
    private readonly uow: UnitOfWork,
    private readonly vault: Vault,
    private readonly site: Site,
  ) {}

  /**
   * @throws provider.off, connection.notFound, connection.unapproved for an address of the own network that waits,
   * request.invalid, connection.borrowersNumber
   */
  async test(actor: Actor, { provider, waiting, phone }: ConnectionTest): Promise<ConnectionTestResult> {
    const to = phone === null || provider !== 'carrier' ? null : await this.numberOfTheHouse(phone);
    const target = waiting ? await this.waiting(provider) : this.inForce(provider);
    const { ready, message } = await this.probe(actor, provider, target, to);
    const outcome = outcomeOf(ready.status);
    const messageTaken = message && isFine(message.status);
    await this.uow.transact(actor, (tx) => {
      const about = { institutionId: actor.institutionId, provider, host: new URL(target.url).host };
      tx.emit('connection.tested', { ...about, outcome, messageTaken });
      return Promise.resolve();
    });
    return { outcome, ...ready, messageTaken };
  }

  private async probe(
    actor: Actor,
    provider: ConnectionTest['provider'],
    target: ProviderInForce,
    to: string | null,
  ): Promise<{ ready: Probe; message: Probe | null }> {
    if (target.protocol === 'SMTP') {
      const ready = await this.mails.probe(target, null);
      const me = await this.dataSource.getRepository(User).findOneByOrFail({ id: actor.userId });
      const mail = me.email && { to: me.email, subject: TEXT, text: TEXT };
      return { ready, message: mail && isFine(ready.status) ? await this.mails.probe(target, mail) : null };
    }
    if (target.protocol === 'OPENID') return { ready: await this.openId.probe(target), message: null };
    const ready = await this.client.probe(target, readyOf(provider, target));
    return { ready, message: to === null ? null : await this.client.probe(target, messageTo(target, to)) };
  }

  private inForce(provider: ConnectionTest['provider']): ProviderInForce {
    this.site.require(provider);
    return this.providers.of(provider);
  }

  /** One person alone does not make this server ask an address of the own network. */
  private async waiting(provider: ConnectionTest['provider']): Promise<ProviderInForce> {
    const connection = await this.dataSource
      .getRepository(Connection)
      .findOneBy({ provider, status: 'WAITING' });
    if (!connection || connection.address === null) throw new AppError('connection.notFound');
    if (connection.isPrivate) throw new AppError('connection.unapproved');
    return this.providers.proposed(connection);
  }

  /** A test is no contact, so it goes to nobody who could be one. */
  private async numberOfTheHouse(phone: string): Promise<string> {
    const number = normalisePhone(phone);
    if (!number) throw fieldError('request.invalid', 'phone');
    const phoneHash = In(this.vault.indexes(number));
    const known = await Promise.all([
      this.dataSource.getRepository(Borrower).existsBy({ phoneHash }),
      this.dataSource.getRepository(Contact).existsBy({ phoneHash }),
    ]);
    if (known.includes(true)) throw fieldError('connection.borrowersNumber', 'phone');
    return number;
  }
}

function readyOf(provider: ConnectionTest['provider'], { protocol, account }: ProviderInForce) {
  if (protocol === 'ASTERISK') return { path: '/ari/asterisk/ping' };
  return protocol === 'TWILIO' ? twilioReady(account) : { path: `/${provider}/ready` };
}

function messageTo(target: ProviderInForce, to: string) {
  if (target.protocol === 'TWILIO') return twilioMessage(target, { to, text: TEXT });
  const body = { channel: 'SMS', to, text: TEXT };
  return { path: '/carrier/messages', body, idempotencyKey: `test-${randomUUID()}` };
}

const isFine = (status: number | null) => status !== null && status >= 200 && status < 300;

function outcomeOf(status: number | null): TestOutcome {
  if (status === null) return 'SILENT';
  if (isFine(status)) return 'READY';
  if (status === 401 || status === 403) return 'SECRET';
  return status === 404 || status === 405 ? 'ANSWERS' : 'FAILS';
}
