import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { DataSource } from 'typeorm';
import type { Role } from '../../../contract/codes.js';
import { PlainNumbers } from '../roles/plain-numbers.entity.js';

/** A change of the policy takes effect within this time on every server. */
const REMEMBERED_MS = 5_000;

/** Which roles see phone, identity and card numbers in full: by the configuration, and nobody unless it says so. */
@Injectable()
export class PhonePolicy {
  private readonly known = new LRUCache<'plain', ReadonlySet<string>>({
    max: 1,
    ttl: REMEMBERED_MS,
    ignoreFetchAbort: true,
    fetchMethod: () => this.read(),
  });

  constructor(private readonly dataSource: DataSource) {}

  async showsPlain(role: Role): Promise<boolean> {
    return (await this.known.forceFetch('plain')).has(role);
  }

  /** After a change of the policy by this process. */
  forget(): void {
    this.known.clear();
  }

  private async read(): Promise<ReadonlySet<string>> {
    const rows = await this.dataSource.manager.findBy(PlainNumbers, { plain: true });
    return new Set(rows.map((row) => row.role));
  }
}
