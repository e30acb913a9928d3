import { createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { z } from 'zod';

/** A signed word about how far the chain was at a time: it lies outside of the database. */
export const Head = z.object({
  stream: z.string(),
  /** The hash that the chain begins with, which names it; hex. */
  chain: z.string(),
  seq: z.number().int(),
  eventId: z.number().int(),
  /** Hex. */
  hash: z.string(),
  /** Root of the tree over the first `seq` seals, hex; words of before have none. */
  root: z.string().optional(),
  at: z.iso.datetime(),
  /** Base64, Ed25519. */
  signature: z.string(),
});
export type Head = z.infer<typeof Head>;
type Word = Omit<Head, 'signature'>;

/** How the newest signed word and the chain stand to each other. */
export interface Unsigned {
  /** Since that word, while the chain has grown on; 0: it is signed to its end. Null: none was signed. */
  minutes: number | null;
  /** More was signed than there is. */
  isShort: boolean;
}

const signed = ({ stream, chain, seq, eventId, hash, root, at }: Word) =>
  Buffer.from(JSON.stringify([stream, chain, seq, eventId, hash, at, ...(root === undefined ? [] : [root])]));

/** @returns base64, Ed25519 */
export const signature = (bytes: Buffer, privateKey: string): string =>
  sign(null, bytes, createPrivateKey(privateKey)).toString('base64');

export function signHead(head: Word, privateKey: string): Head {
  return { ...head, signature: signature(signed(head), privateKey) };
}

export function isSigned(head: Head, publicKey: KeyObject): boolean {
  return verify(null, signed(head), publicKey, Buffer.from(head.signature, 'base64'));
}

/** @param pem of the public key, or of the private one, which has it in itself */
export const publicKeyOf = (pem: string): KeyObject => createPublicKey(pem);

/** The last of the words about each chain. */
export function newestOfStreams(heads: readonly Head[]): Head[] {
  const newest = new Map(heads.map((head) => [`${head.stream} ${head.chain}`, head]));
  return [...newest.values()];
}
