import supertest from 'supertest';
import type { Answer } from './org.js';

/** Requests to a running server: these headers go with each, and so do the cookies that it sets. */
export function agentTo(url: string, headers: Record<string, string> = {}): supertest.Agent {
  return supertest.agent(url).set(headers);
}

/** The envelope that a request is answered with. */
export async function answerOf<Data>(request: supertest.Test): Promise<Answer<Data>> {
  const { status, body } = await request;
  return { status, ...(body as Omit<Answer<Data>, 'status'>) };
}
