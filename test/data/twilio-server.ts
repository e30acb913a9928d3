import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * How Twilio answers, after the examples of https://www.twilio.com/docs/messaging/api/message-resource and
 * https://www.twilio.com/docs/usage/twilios-response. LOSE takes the message and cuts the connection.
 */
export type TwilioMood = 'TAKE' | 'LOSE' | 'BUSY' | 'REFUSE';

export interface TwilioServer {
  url: string;
  mood: TwilioMood;
  /** Forms of the messages that it took. */
  taken: Record<string, string>[];
  sids: string[];
  /** It takes a message at once, and answers after so long. */
  answerMs: number;
  close: () => Promise<void>;
}

const REFUSALS = {
  BUSY: { code: 20429, message: 'Too Many Requests', status: 429 },
  REFUSE: { code: 21211, message: "The 'To' number is not a valid phone number.", status: 400 },
};

export async function startTwilio(account: string, token: string): Promise<TwilioServer> {
  const expected = `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      const answer = (status: number, of: object) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(of));
      if (request.headers.authorization !== expected)
        return answer(401, { code: 20003, message: 'Authenticate', status: 401 });
      const base = `/2010-04-01/Accounts/${account}`;
      if (request.method === 'GET' && request.url === `${base}.json`)
        return answer(200, { sid: account, status: 'active', type: 'Full' });
      if (request.method !== 'POST' || request.url !== `${base}/Messages.json`)
        return answer(404, { code: 20404, message: 'The requested resource was not found', status: 404 });
      const { mood } = twilio;
      if (mood === 'BUSY' || mood === 'REFUSE') return answer(REFUSALS[mood].status, REFUSALS[mood]);
      const sid = `SM${randomBytes(16).toString('hex')}`;
      const form = Object.fromEntries(new URLSearchParams(body));
      twilio.taken.push(form);
      twilio.sids.push(sid);
      if (mood === 'LOSE') return request.socket.destroy();
      const accepted = () =>
        answer(201, {
          ...{ account_sid: account, api_version: '2010-04-01', body: form['Body'], to: form['To'], sid },
          ...{ direction: 'outbound-api', error_code: null, error_message: null, num_media: '0' },
          ...{ from: form['From'] ?? null, messaging_service_sid: form['MessagingServiceSid'] ?? null },
          ...{ num_segments: '1', price: null, status: 'queued' },
        });
      setTimeout(accepted, twilio.answerMs);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const twilio: TwilioServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ mood: 'TAKE', taken: [], sids: [], answerMs: 0 },
    close: async () => {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
  return twilio;
}
