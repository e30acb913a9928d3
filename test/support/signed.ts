import { sign } from '../../server/platform/auth/signature.js';
import type { Answer } from './org.js';
import { agentTo, answerOf } from './http.js';
import type { Api } from './stack.js';

/** Posts a provider's callback, signed over the time of day and the body as providers do. */
export async function postSigned<Data>(
  api: Api,
  path: string,
  secret: string,
  message: Record<string, unknown>,
): Promise<Answer<Data>> {
  const body = JSON.stringify(message);
  const timestamp = Math.floor(Date.now() / 1000);
  const headers = {
    'content-type': 'application/json',
    'accept-language': 'en',
    'x-timestamp': String(timestamp),
    'x-signature': sign(secret, timestamp, body),
  };
  return answerOf<Data>(agentTo(api.url, headers).post(`/api/${path}`).send(body));
}
