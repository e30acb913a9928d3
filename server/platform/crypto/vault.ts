import { createCipheriv, createDecipheriv, createHmac, randomFillSync } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config } from '../config/config.js';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Bytes by which a sealed value is longer than its plain one. */
export const SEAL_BYTES = 1 + NONCE_BYTES + TAG_BYTES;
const UNBOUND = Buffer.alloc(0);
/** Asking the system for twelve bytes takes as long as the rest of a seal. */
const NONCES = Buffer.alloc(1_024 * NONCE_BYTES);
let noncesUsed = NONCES.length;

/**
 * Personal data at rest: AES-256-GCM as key id (1 byte), nonce (12), ciphertext, tag (16). What is searched for has an
 * HMAC beside it, and what is shown has a masked column, so that masked reads never come here. `opened` counts
 * decryptions: a test holds masked reads to zero.
 *
 * Writes seal with the present key. Other keys are known while their values are brought over (RotationService):
 * whoever searches asks by the indexes of all of them.
 */
@Injectable()
export class Vault {
  opened = 0;
  private readonly present: Key;
  private readonly others: readonly Key[];

  constructor(config: Config) {
    this.present = keyOf(config.secrets);
    this.others = config.secrets.otherKeys.map(keyOf);
  }

  /** Id of the present key. */
  get keyId(): number {
    return this.present.id;
  }

  isOld(sealed: Buffer | null): boolean {
    return sealed !== null && sealed[0] !== this.present.id;
  }

  seal(plain: string): Buffer {
    return this.sealBytes(Buffer.from(plain, 'utf8'));
  }

  /** @param bound is not in the answer, and must be given again to open it: what the bytes belong to. */
  sealBytes(plain: Buffer, bound: Buffer = UNBOUND): Buffer {
    const nonce = freshNonce();
    const cipher = createCipheriv('aes-256-gcm', this.present.data, nonce).setAAD(bound);
    const body = Buffer.concat([cipher.update(plain), cipher.final()]);
    return Buffer.concat([Buffer.of(this.present.id), nonce, body, cipher.getAuthTag()]);
  }

  /** @throws when the bytes were changed or belong to another key. */
  open(sealed: Buffer): string {
    return this.openBytes(sealed).toString('utf8');
  }

  /** @throws when the bytes were changed, belong to another key or to something else. */
  openBytes(sealed: Buffer, bound: Buffer = UNBOUND): Buffer {
    const key = [this.present, ...this.others].find(({ id }) => id === sealed[0]);
    if (!key) throw new Error(`Unknown data key ${sealed[0]}`);
    this.opened++;
    const nonce = sealed.subarray(1, 1 + NONCE_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', key.data, nonce).setAAD(bound);
    decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
    const body = sealed.subarray(1 + NONCE_BYTES, sealed.length - TAG_BYTES);
    return Buffer.concat([decipher.update(body), decipher.final()]);
  }

  /** Index by which equal values are found: 16 bytes of HMAC-SHA256 over the normalised value. */
  index(normalised: string): Buffer {
    return indexBy(this.present, normalised);
  }

  /** Indexes it may be found by: the present one, and those of the other known keys. */
  indexes(normalised: string): [present: Buffer, ...others: Buffer[]] {
    return [this.index(normalised), ...this.others.map((key) => indexBy(key, normalised))];
  }
}

/** Valid until it is copied: the next round writes over it. */
function freshNonce(): Buffer {
  if (noncesUsed === NONCES.length) {
    randomFillSync(NONCES);
    noncesUsed = 0;
  }
  noncesUsed += NONCE_BYTES;
  return NONCES.subarray(noncesUsed - NONCE_BYTES, noncesUsed);
}

interface Key {
  id: number;
  data: Buffer;
  index: Buffer;
}

function keyOf({ keyId, dataKey, indexKey }: { keyId: number; dataKey: string; indexKey: string }): Key {
  return { id: keyId, data: Buffer.from(dataKey, 'base64'), index: Buffer.from(indexKey, 'base64') };
}

function indexBy(key: Key, normalised: string): Buffer {
  return createHmac('sha256', key.index).update(normalised).digest().subarray(0, 16);
}

/** E.164 for a Mexican number in any common notation; null when it is none. */
export function normalisePhone(text: string): string | null {
  const digits = text.replace(/[\s().-]/g, '').replace(/^00/, '+');
  const match = /^(?:\+?52)?1?(\d{10})$/.exec(digits);
  return match ? `+52${match[1]}` : null;
}

/** E.164 of a number that somebody typed or a telephone reports; one from abroad keeps its own country. */
export function canonicalNumber(text: string): string {
  return normalisePhone(text) ?? `+${text.replace(/\D/g, '')}`;
}

/** "+52 55 •••• 1234": country, area and the last four. */
export function maskPhone(e164: string): string {
  return `${e164.slice(0, 3)} ${e164.slice(3, 5)} •••• ${e164.slice(-4)}`;
}

/** Keeps the first `head` and last `tail` characters. */
export function maskMiddle(text: string, head: number, tail: number): string {
  return text.length <= head + tail
    ? '•'.repeat(text.length)
    : `${text.slice(0, head)}••••${text.slice(-tail)}`;
}

/** A text with every telephone number in it masked; `except` is a number of ours that may look like one. */
export function maskPhonesIn(text: string, except: string): string {
  return text.replace(/(?<![\p{L}\p{N}-])\+?\d(?:[\s().-]?\d){9,13}(?![\p{L}\p{N}-])/gu, (found) => {
    if (found === except) return found;
    const phone = normalisePhone(found);
    return phone ? maskPhone(phone) : maskMiddle(found, 0, 4);
  });
}
