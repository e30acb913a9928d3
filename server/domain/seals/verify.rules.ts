import type { KeyObject } from 'node:crypto';
import { isSigned, type Head } from './heads.rules.js';
import { keysOf, sealOf, type StoredRow } from './seal.rules.js';
import { Edge, leafOf } from './tree.rules.js';
import { LATEST_MS, keyOf, type SealedStream } from './streams.rules.js';

/**
 * CHANGED: a row, or its seal, is not what was sealed. MISSING: a row, or a seal, is gone. CUT: the end of the chain is gone.
 * REBUILT: the chain holds together, but is not the one that was signed. FORGED: a signature is not ours. INSERTED: a row was
 * never sealed, or says that it was made long before what had been signed when it was sealed.
 */
export type Finding = {
  kind: 'CHANGED' | 'MISSING' | 'CUT' | 'REBUILT' | 'FORGED' | 'INSERTED';
  /** Place in the chain; null of a row outside of it. */
  seq: number | null;
  rowId: number | null;
};

/** A seal with the row that it is of; a row that is gone has only nulls. */
export type SealedRow = { seq: number; sourceId: number; hash: Buffer } & {
  [Column in keyof StoredRow]: StoredRow[Column] | null;
};

/** Follows a chain link by link and stops at the first that is not right. */
export class Verification {
  #seq = 0;
  #hash: Buffer = Buffer.alloc(0);
  /** The first link behind the newest signed word that was right. */
  #unsigned: Finding | null = null;
  #heads: Head[];
  readonly #edge = new Edge();
  /** When the newest signed word was signed that was right. */
  #signedAt = 0;
  readonly #keys: readonly string[];
  /** Signed words of chains that are no more: of a trial, or of data that were deleted. */
  earlier = 0;
  /** When the chain's first word was signed; null: none was yet. */
  signedSince: Date | null = null;
  /** Signed words about the stream. */
  readonly heads: number;
  finding: Finding | null;

  /** @param heads of all streams */
  constructor(
    readonly stream: SealedStream,
    heads: readonly Head[],
    publicKey: KeyObject,
  ) {
    this.#keys = keysOf(stream);
    const own = heads.filter((head) => head.stream === stream.name);
    this.heads = own.length;
    this.#heads = own.toSorted((one, other) => one.at.localeCompare(other.at) || one.seq - other.seq);
    const forged = this.#heads.find((head) => !isSigned(head, publicKey));
    this.finding = forged ? { kind: 'FORGED', seq: forged.seq, rowId: forged.eventId } : null;
  }

  get sealed(): number {
    return this.#seq;
  }

  /** Where the chain begins. The newest signed word has to be of this very chain. */
  begin({ hash }: Pick<SealedRow, 'hash'>): void {
    const chain = hash.toString('hex');
    const own = this.#heads.filter((head) => head.chain === chain);
    this.earlier = this.#heads.length - own.length;
    if (this.#heads.at(-1) !== own.at(-1)) this.#find('CUT', 0, null);
    this.signedSince = own[0] ? new Date(own[0].at) : null;
    this.#heads = own.toSorted((one, other) => one.seq - other.seq);
    this.#hash = hash;
    this.#compareHeads();
  }

  /** The next link. */
  take(row: SealedRow): void {
    if (this.finding) return;
    const seq = this.#seq + 1;
    if (row.seq !== seq) return this.#find('MISSING', seq, null);
    if (row.id === null) return this.#find('MISSING', seq, row.sourceId);
    const hash = sealOf(this.#hash, this.#keys, row);
    const isWhole = hash.equals(row.hash) && (this.stream.vouched?.holds(row) ?? true);
    if (!isWhole) return this.#find('CHANGED', seq, row.sourceId);
    const made = this.stream.at && (row[keyOf(this.stream.at)] as Date);
    if (made && made.getTime() < this.#signedAt - LATEST_MS) return this.#find('INSERTED', seq, row.sourceId);
    this.#unsigned ??= { kind: 'REBUILT', seq, rowId: row.sourceId };
    this.#seq = seq;
    this.#hash = hash;
    this.#edge.add(leafOf(hash));
    this.#compareHeads();
  }

  /**
   * There are no more links.
   *
   * @param unsealed the first row that is neither sealed nor waits for it
   * @param differing the first row that is not what the chain's rows say of it
   */
  end(unsealed: number | null, differing: number | null): void {
    if (this.finding) return;
    if (this.#heads.length > 0) return this.#find('CUT', this.#seq + 1, null);
    if (unsealed !== null) this.#find('INSERTED', null, unsealed);
    if (differing !== null) this.#find('CHANGED', null, differing);
  }

  #find(kind: Finding['kind'], seq: number | null, rowId: number | null): void {
    this.finding ??= { kind, seq, rowId };
  }

  /** Words about this very link. */
  #compareHeads(): void {
    for (; this.#heads[0]?.seq === this.#seq; this.#heads.shift()) {
      const { hash, root } = this.#heads[0];
      const isRoot = root === undefined || root === this.#edge.root()?.toString('hex');
      if (hash !== this.#hash.toString('hex') || !isRoot) {
        this.finding ??= this.#unsigned ?? { kind: 'REBUILT', seq: this.#seq, rowId: null };
        return;
      }
      this.#unsigned = null;
      this.#signedAt = Date.parse(this.#heads[0].at);
    }
  }
}
