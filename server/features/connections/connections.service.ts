import { Injectable } from '@nestjs/common';
import {
  callsBack,
  needsPublicAddress,
  type Connected,
  type ConnectionDecision,
  type ConnectionRequest,
  type ConnectionWithdrawal,
} from '../../../contract/administration/connections.js';
import type { Actor } from '../../platform/auth/actor.js';
import { refuseIfTied } from '../../platform/auth/ties.js';
import { Vault } from '../../platform/crypto/vault.js';
import { checkVersion, saveChanges } from '../../platform/db/changes.js';
import { Ids } from '../../platform/db/ids.js';
import { UnitOfWork, type Tx } from '../../platform/db/unit-of-work.js';
import { AppError, fieldError } from '../../platform/http/app-error.js';
import { Connection } from '../../platform/providers/connection.entity.js';
import { Providers } from '../../platform/providers/providers.js';
import { Settings } from '../../platform/settings/settings.js';
import { Site } from '../../platform/site/site.js';
import { SiteState } from '../../platform/site/site-state.entity.js';
import { PlacesService } from './places.service.js';
import { ReachService } from './reach.service.js';

/** Our own signed calls need neither. */
const OUR_CALLS = { account: null, sender: null };
const NO_PEOPLE = { groupsClaim: null, places: null };

interface Done {
  id: number;
}

/** Connects providers: one administrator of the topmost institution asks, and another one decides. */
@Injectable()
export class ConnectionsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly ids: Ids,
    private readonly vault: Vault,
    private readonly reach: ReachService,
    private readonly places: PlacesService,
    private readonly providers: Providers,
    private readonly settings: Settings,
    private readonly site: Site,
  ) {}

  /** @throws connection.demo, connection.waits, connection.secretNeeded, identity.unknownPlace, request.reused, and what `ReachService.judge` throws */
  async request(actor: Actor, { clientRequestId, ...wish }: ConnectionRequest): Promise<Done> {
    const { provider, address, secret, ...rest } = wish;
    if (address !== null && this.site.mark().stage === 'DEMO') throw new AppError('connection.demo');
    const isPrivate = address !== null && (await this.reach.judge(address)) === 'PRIVATE';
    await this.places.judge(wish.places);
    const id = await this.ids.take();
    return this.uow.once(actor, ['connection.request', clientRequestId, wish], async (tx) => {
      await lockConnections(tx);
      if (await tx.manager.existsBy(Connection, { provider, status: 'WAITING' }))
        throw new AppError('connection.waits');
      const active = await activeOf(tx, provider);
      const kept = active?.protocol === wish.protocol ? active.secretEnc : null;
      // The host's secret is of our own signed calls.
      if (secret === null && kept === null && wish.protocol !== 'SIGNED')
        throw fieldError('connection.secretNeeded', 'secret');
      await tx.manager.insert(Connection, {
        ...{ id, provider, address, isPrivate, ...rest, status: 'WAITING' },
        ...(wish.protocol === 'SIGNED' && OUR_CALLS),
        ...(wish.protocol !== 'OPENID' && NO_PEOPLE),
        keepFormer: rest.keepFormer && callsBack(wish),
        publicAddress: needsPublicAddress(wish) ? wish.publicAddress : null,
        secretEnc: secret === null ? kept : this.vault.seal(secret),
        ...{ requestedBy: actor.userId, requestedAt: tx.now },
      });
      const isNew = { secretChanged: secret !== null, isPrivate };
      tx.emit('connection.requested', { ...aboutOf(actor, { id, provider, address }), ...isNew });
      return { id };
    });
  }

  /**
   * @throws connection.notFound, approval.state, connection.moved, entity.changed, approval.own, approval.tied,
   * request.reused, and what `ReachService.judge` throws
   */
  async decide(actor: Actor, { clientRequestId, ...decision }: ConnectionDecision): Promise<Done> {
    const { id, version, approve, answer } = decision;
    const done = await this.uow.once(actor, ['connection.decide', clientRequestId, decision], async (tx) => {
      const connection = await lockWaiting(tx, id, version);
      if (connection.requestedBy === actor.userId) throw new AppError('approval.own');
      await refuseIfTied(tx, actor.userId, connection.requestedBy);
      if (approve) await this.activate(tx, connection);
      const status = approve ? 'ACTIVE' : 'REFUSED';
      await saveChanges(tx, connection, { status, answer, decidedBy: actor.userId, decidedAt: tx.now });
      tx.emit('connection.decided', {
        ...{ ...aboutOf(actor, connection), approved: approve },
        ...{ requestedBy: connection.requestedBy, heardBy: [...actor.institutionIds] },
      });
      return { id };
    });
    await this.providers.renew();
    this.settings.changed();
    return done;
  }

  /** @throws connection.notFound, approval.state, entity.changed, request.reused */
  async withdraw(actor: Actor, { clientRequestId, ...which }: ConnectionWithdrawal): Promise<Done> {
    const { id, version } = which;
    return this.uow.once(actor, ['connection.withdraw', clientRequestId, which], async (tx) => {
      const connection = await lockWaiting(tx, id, version);
      await saveChanges(tx, connection, { status: 'WITHDRAWN', endedAt: tx.now });
      tx.emit('connection.withdrawn', aboutOf(actor, connection));
      return { id };
    });
  }

  /** The name may lead elsewhere than when it was asked for: what the two agreed on is what is dialled. */
  private async activate(tx: Tx, { provider, address, isPrivate }: Connection): Promise<void> {
    const kind = address === null ? 'PUBLIC' : await this.reach.judge(address);
    if (kind === 'PRIVATE' && !isPrivate) throw new AppError('connection.moved');
    const former = await activeOf(tx, provider);
    if (former) await saveChanges(tx, former, { status: 'ENDED', endedAt: tx.now });
  }
}

/** The site's one row is the lock of all connections: they are few, and changed once in a while. */
async function lockConnections(tx: Tx): Promise<void> {
  await tx.manager.findOne(SiteState, { where: { id: 1 }, lock: { mode: 'pessimistic_write' } });
}

const activeOf = (tx: Tx, provider: Connected) =>
  tx.manager.findOneBy(Connection, { provider, status: 'ACTIVE' });

async function lockWaiting(tx: Tx, id: number, version: number): Promise<Connection> {
  await lockConnections(tx);
  const connection = await tx.manager.findOneBy(Connection, { id });
  if (!connection) throw new AppError('connection.notFound');
  checkVersion(connection, version, { version: connection.version, status: connection.status });
  if (connection.status !== 'WAITING') throw new AppError('approval.state');
  return connection;
}

function aboutOf(
  { institutionId }: Actor,
  { id, provider, address }: Pick<Connection, 'id' | 'provider' | 'address'>,
) {
  return { connectionId: id, institutionId, provider, host: address && new URL(address).host };
}
