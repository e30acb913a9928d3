import { hash } from '@node-rs/argon2';
import type { Agent } from 'supertest';
import type { Role } from '../../contract/codes.js';
import { SessionStore } from '../../server/platform/auth/session-store.js';
import { insert, insertUsers, type NewUser } from '../data/rows.js';
import { agentTo, answerOf } from './http.js';
import type { Api } from './stack.js';
import { Database } from '../../server/platform/db/database.js';
import { Ids } from '../../server/platform/db/ids.js';

export const PASSWORD = 'Correct-horse-7';
let passwordHash: string | undefined;

export interface Org {
  institutionId: number;
  otherInstitutionId: number;
  groupId: number;
  otherGroupId: number;
  queueId: number;
}

/** One institution with two groups and a queue, and a second institution that must never be seen from the first. */
export async function createOrg(api: Api, suffix = ''): Promise<Org> {
  const database = api.get(Database);
  const [institutionId, otherInstitutionId, groupId, otherGroupId, queueId] = await api.get(Ids).takeMany(5);
  const org = { institutionId, otherInstitutionId, groupId, otherGroupId, queueId } as Org;
  const codes = { [org.institutionId]: `NORTE${suffix}`, [org.otherInstitutionId]: `SUR${suffix}` };
  const institutions = Object.entries(codes).map(([id, code]) => ({
    id: Number(id),
    code,
    name: code,
    path: `/${id}/`,
  }));
  const groups = [
    { id: org.groupId, institution_id: org.institutionId, name: 'Group A' },
    { id: org.otherGroupId, institution_id: org.institutionId, name: 'Group B' },
  ];
  const queue = {
    id: org.queueId,
    institution_id: org.institutionId,
    code: `Q1${suffix}`,
    name: 'Early',
    type: 'MANUAL',
  };
  await database.run(insert('institution', institutions));
  await database.run(insert('admin_group', groups));
  await database.run(insert('queue', [queue]));
  return org;
}

export interface Person {
  id: number;
  username: string;
  role: Role;
}

export async function createUser(
  api: Api,
  org: Org,
  role: Role,
  more: { groupId?: number | null; institutionId?: number; username?: string; name?: string } = {},
): Promise<Person> {
  passwordHash ??= await hash(PASSWORD, { memoryCost: 1024, timeCost: 1 });
  const id = await api.get(Ids).take();
  const username = more.username ?? `${role}-${id}`;
  const groupId =
    more.groupId === undefined ? (role === 'member' || role === 'leader' ? org.groupId : null) : more.groupId;
  const user: NewUser = {
    ...{ id, username, role, groupId },
    name: more.name ?? `${role} ${id}`,
    institutionId: more.institutionId ?? org.institutionId,
    queueId: role === 'member' ? org.queueId : null,
  };
  await api.get(Database).run(insertUsers([user], passwordHash));
  return { id, username, role };
}

/** A live session without the sign-in form: what tests of everything else begin with. */
export async function signedIn(api: Api, person: Person): Promise<Client> {
  const sessions = api.get(SessionStore);
  const { token, hash: tokenHash } = sessions.newToken();
  const id = await api.get(Ids).take();
  await api.get(Database).run(
    sessions.insert({
      id,
      hash: tokenHash,
      userId: person.id,
      pending: false,
      kiosk: false,
      now: new Date(),
    }),
  );
  return new Client(api.url, token, person);
}

export interface Answer<Data> {
  status: number;
  code: string;
  message: string;
  data: Data;
}

/** One signed-in person's browser, over real HTTP: both tokens go where they belong, here and nowhere else. */
export class Client {
  readonly headers: Record<string, string>;
  /** For what is sent or answered otherwise than in the envelope: forms, files, headers. */
  readonly agent: Agent;

  constructor(
    readonly url: string,
    readonly token: string,
    readonly person: Person,
  ) {
    this.headers = { 'x-auth-token': token, cookie: `token=${token}`, 'accept-language': 'en' };
    this.agent = agentTo(url, this.headers);
  }

  get<Data = unknown>(path: string): Promise<Answer<Data>> {
    return answerOf<Data>(this.agent.get(`/api/${path}`));
  }

  post<Data = unknown>(path: string, body: object = {}): Promise<Answer<Data>> {
    return answerOf<Data>(this.agent.post(`/api/${path}`).send(body));
  }

  /** Posts a form with one file. */
  /** @param fields of the form, which stand before its file as JSON */
  upload<Data>(path: string, bytes: Buffer, name: string, fields: object = {}): Promise<Answer<Data>> {
    // `filename` alone would lose its folders.
    const named = { filename: name, filepath: name };
    const form = this.agent.post(`/api/${path}`);
    for (const [field, value] of Object.entries(fields)) form.field(field, JSON.stringify(value));
    return answerOf<Data>(form.attach('file', bytes, named));
  }
}
