import { constants, createPrivateKey, generateKeyPair, privateDecrypt, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { Injectable } from '@nestjs/common';
import { PasswordSecret, type RsaPublicKey } from '../../../contract/session.js';
import { Tickets } from '../../platform/auth/tickets.js';
import { Vault } from '../../platform/crypto/vault.js';
import { Database } from '../../platform/db/database.js';
import { sql } from '../../platform/db/sql.js';

const NONCE_SECONDS = 300;
const PERIOD_MS = 30 * 86_400_000;
const RSA_BYTES = 256;

interface LoginKey {
  keyId: string;
  publicKey: string;
  privateKey: Buffer;
}

/**
 * The RSA keys that passwords travel under. They are in MySQL, so all servers share them and a restart changes nothing;
 * the private half is sealed. There is a new key every 30 days; pages that still hold the previous one can go on using it.
 */
@Injectable()
export class LoginKeysService {
  private readonly known = new Map<string, LoginKey>();
  private current: { period: number; key: Promise<LoginKey> } | null = null;

  constructor(
    private readonly database: Database,
    private readonly tickets: Tickets,
    private readonly vault: Vault,
  ) {}

  async publicKey(): Promise<RsaPublicKey> {
    const { keyId, publicKey } = await this.currentKey();
    return { key: publicKey, keyId, nonce: this.tickets.issue('nonce', '', NONCE_SECONDS) };
  }

  /** The passwords of base64 ciphertexts under one key. Null when the key is unknown, or a nonce is over or was used. */
  async decrypt(keyId: string, ciphertexts: readonly string[]): Promise<string[] | null> {
    const key = await this.find(keyId);
    if (!key) return null;
    const secrets = ciphertexts.map((text) => this.open(key, text));
    const nonces = new Map<string, ReturnType<Tickets['open']>>();
    const passwords: string[] = [];
    for (const secret of secrets) {
      const ticket = secret && this.tickets.open('nonce', secret.nonce);
      if (!ticket) return null;
      nonces.set(ticket.id.toString('hex'), ticket);
      passwords.push(secret.password);
    }
    for (const ticket of nonces.values()) if (!(await this.tickets.spend(ticket!))) return null;
    return passwords;
  }

  private open(key: LoginKey, ciphertext: string): PasswordSecret | null {
    const bytes = Buffer.from(ciphertext, 'base64');
    if (bytes.length !== RSA_BYTES) return null;
    const privateKey = createPrivateKey(this.vault.open(key.privateKey));
    const oaep = { key: privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' };
    try {
      return PasswordSecret.safeParse(JSON.parse(privateDecrypt(oaep, bytes).toString('utf8'))).data ?? null;
    } catch {
      // Not encrypted under this key, or not JSON: the caller answers as for a page that was open too long.
      return null;
    }
  }

  private async currentKey(): Promise<LoginKey> {
    const period = Math.floor(Date.now() / PERIOD_MS);
    if (this.current?.period !== period) {
      const key = this.keyOf(period);
      this.current = { period, key };
      key.catch(() => (this.current = null));
    }
    return this.current.key;
  }

  private async keyOf(period: number): Promise<LoginKey> {
    const there = await this.select(sql`period = ${period}`);
    if (there) return there;
    const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'der' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    // Two servers may both insert: the first row wins, and both read it back.
    await this.database.run(sql`
      INSERT IGNORE INTO login_key (key_id, period, public_key, private_key, created_at)
      VALUES (${randomBytes(9).toString('hex')}, ${period}, ${publicKey.toString('base64')},
        ${this.vault.seal(privateKey)}, ${new Date()})`);
    return (await this.select(sql`period = ${period}`))!;
  }

  private async find(keyId: string): Promise<LoginKey | undefined> {
    return this.known.get(keyId) ?? this.select(sql`key_id = ${keyId}`);
  }

  private async select(condition: ReturnType<typeof sql>): Promise<LoginKey | undefined> {
    const key = await this.database.row<LoginKey>(sql`
      SELECT key_id AS keyId, public_key AS publicKey, private_key AS privateKey FROM login_key WHERE ${condition}`);
    if (key) this.known.set(key.keyId, key);
    return key;
  }
}
