import type { RsaPublicKey } from '../../contract/session';

/** False on plain http beyond localhost: browsers then give a page no cryptography. */
export function canEncrypt(): boolean {
  return typeof crypto !== 'undefined' && crypto.subtle !== undefined;
}

/** `{"password","nonce"}` under the server's public key, RSA-OAEP with SHA-256, base64. */
export async function encryptPassword(password: string, { key, nonce }: RsaPublicKey): Promise<string> {
  const spki = Uint8Array.from(atob(key.replace(/-----[^-]+-----|\s/g, '')), (char) => char.charCodeAt(0));
  const algorithm = { name: 'RSA-OAEP', hash: 'SHA-256' };
  const publicKey = await crypto.subtle.importKey('spki', spki, algorithm, false, ['encrypt']);
  const text = new TextEncoder().encode(JSON.stringify({ password, nonce }));
  const cipher = new Uint8Array(await crypto.subtle.encrypt(algorithm, publicKey, text));
  return btoa(String.fromCharCode(...cipher));
}

/** 8 to 64 characters with upper and lower case and a digit; the hint says 8 to 14, as the specification has it. */
export const STRONG_PASSWORD = /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d).{8,64}$/;
