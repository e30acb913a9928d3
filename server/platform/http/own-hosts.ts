import { isIP } from 'node:net';

/**
 * The names by which the service is asked. A browser tells pages apart by name alone: whoever points a name of theirs at this
 * machine would have a page that counts as ours. Nobody can point an IP address or "localhost" elsewhere; any other name is
 * ours only when the configuration has it.
 */
export class OwnHosts {
  private readonly names: ReadonlySet<string>;
  private readonly publicOrigins: readonly string[];

  constructor({ host, publicOrigins }: { host: string; publicOrigins: readonly string[] }) {
    const named = publicOrigins.map((origin) => new URL(origin).hostname);
    this.names = new Set(['localhost', host.toLowerCase(), ...named]);
    this.publicOrigins = publicOrigins;
  }

  /** @param host the header of the request; no browser leaves it out */
  has(host: string | undefined): boolean {
    const name = host === undefined ? 'localhost' : nameIn(host);
    return isIP(name) !== 0 || this.names.has(name);
  }

  /** Whether a page may be ours: of the host that it asks, or of one that the configuration names. No browser, no origin. */
  hasOrigin(origin: string | undefined, host: string | undefined): boolean {
    if (!this.has(host)) return false;
    return !origin || origin.replace(/^https?:\/\//, '') === host || this.publicOrigins.includes(origin);
  }
}

/** Whether a request names this machine as only it can: one that a proxy passed on does not, when it keeps the name. */
export function namesLoopback(host: string | undefined): boolean {
  return host !== undefined && /^(localhost|127\.[\d.]+|::1)$/.test(nameIn(host));
}

/** Without port and brackets. */
function nameIn(host: string): string {
  return host
    .toLowerCase()
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1');
}
