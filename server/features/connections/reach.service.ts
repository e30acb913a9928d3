import { promises as dns } from 'node:dns';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/config.js';
import { fieldError } from '../../platform/http/app-error.js';
import { kindOfAll } from '../../platform/providers/addresses.js';

const DEFAULT_PORTS: Readonly<Record<string, number>> = {
  ...{ 'http:': 80, 'https:': 443, 'smtp:': 587, 'smtps:': 465 },
  ...{ 'mysql:': 3306, 'mariadb:': 3306, 'redis:': 6379, 'rediss:': 6379 },
};

interface Endpoint {
  host: string;
  port: number;
}

/** Judges what a typed address leads to. */
@Injectable()
export class ReachService {
  constructor(private readonly config: Config) {}

  /**
   * @param address as the contract has parsed it; at `smtp:` TLS begins on the connection
   * @throws connection.unknownName, connection.own for a process of this site, connection.noProvider for an address that no
   * provider has, connection.simulator, and connection.plain for one outside of the own network without TLS
   */
  async judge(address: string): Promise<'PUBLIC' | 'PRIVATE'> {
    const url = new URL(address);
    const target = endpointOf(url);
    const found = await addressesOf(target.host);
    if (found.length === 0) throw fieldError('connection.unknownName', 'address');
    const kind = kindOfAll(found);
    if (kind === 'FORBIDDEN') throw fieldError('connection.noProvider', 'address');
    const sandboxes = Object.values(this.config.providers).filter(({ simulated }) => simulated);
    for (const { url: sandbox } of sandboxes)
      if (await isAt(found, target, endpointOf(new URL(sandbox))))
        throw fieldError('connection.simulator', 'address');
    for (const own of this.own())
      if (await isAt(found, target, own)) throw fieldError('connection.own', 'address');
    if (kind === 'PUBLIC' && url.protocol === 'http:') throw fieldError('connection.plain', 'address');
    return kind;
  }

  /** Server, workers, database and Redis. */
  private own(): Endpoint[] {
    const { databaseUrl, migrateDatabaseUrl, redisUrl, redisSentinels, host, port, metricsPort } =
      this.config;
    const services = [databaseUrl, migrateDatabaseUrl, redisUrl].map((text) => endpointOf(new URL(text)));
    const sentinels = redisSentinels?.sentinels ?? [];
    const metrics = metricsPort === undefined ? [] : [{ host, port: metricsPort }];
    return [{ host, port }, ...services, ...sentinels, ...metrics];
  }
}

function endpointOf({ hostname, port, protocol }: URL): Endpoint {
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || (DEFAULT_PORTS[protocol] ?? 0) };
}

async function addressesOf(host: string): Promise<string[]> {
  if (isIP(host) !== 0) return [host];
  const found = await dns.lookup(host, { all: true }).catch(() => []);
  return found.map(({ address }) => address);
}

/** A loopback address, and one of the own network cards, is this machine by whatever name. */
async function isAt(found: readonly string[], { port }: Endpoint, other: Endpoint): Promise<boolean> {
  if (port !== other.port) return false;
  const theirs = await addressesOf(other.host);
  const isThere = (address: string) => theirs.includes(address);
  return found.some(isThere) || (found.some(isOwn) && theirs.some(isOwn));
}

function isOwn(address: string): boolean {
  const cards = Object.values(networkInterfaces()).flatMap((card) => card ?? []);
  return (
    /^(127\.|0\.0\.0\.0$|::$|::1$|::ffff:(127\.|7f))/.test(address) ||
    cards.some((card) => card.address === address)
  );
}
