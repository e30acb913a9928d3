import { UNATTENDED_HEADER } from '../../contract/team/attendance';
import { attends } from '../lib/attendance';
import { LANGUAGE_TAGS, storedLanguage } from '../lib/language';
import { token } from '../lib/session';
import { type CallAnswer, isSessionEnd, NO_SERVER, readEnvelope, readRaw } from './envelope';

export interface Call {
  /** Below `/api/`, as the specification writes it: `task/listing`. */
  path: string;
  method?: 'GET' | 'POST';
  /** Empty, null and undefined values are left out. */
  params?: object;
  body?: unknown;
  /** The answer comes without envelope. */
  raw?: boolean;
  /** Goes out even when the page is left meanwhile. */
  keepalive?: boolean;
}

const BASE = '/api/';

/**
 * One call to the server, without any message to the user: see base-api.ts for that. A refusal that comes after this tab has
 * signed in again is of the session before: it does not end the new one, and a read is sent again.
 */
export async function send(call: Call, signal?: AbortSignal): Promise<CallAnswer> {
  const sentBy = token();
  const answer = await sendOnce(call, signal);
  if (answer.ok || !isSessionEnd(answer.error) || token() === null || token() === sentBy) return answer;
  return call.method === 'POST'
    ? { ok: false, error: { ...answer.error, ofEarlierSession: true } }
    : send(call, signal);
}

async function sendOnce(call: Call, signal?: AbortSignal): Promise<CallAnswer> {
  try {
    const response = await fetch(urlOf(call), { ...requestOf(call), ...(signal && { signal }) });
    const body: unknown = await response.json().catch(() => null);
    return call.raw ? readRaw(response.status, body) : readEnvelope(response.status, body);
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    return { ok: false, error: { code: NO_SERVER, message, fields: [], requestId: null } };
  }
}

function requestOf({ method = 'GET', body, keepalive = false }: Call): RequestInit {
  const headers: Record<string, string> = { 'Accept-Language': LANGUAGE_TAGS[storedLanguage()] };
  const known = token();
  if (known) headers['x-auth-token'] = known;
  if (!attends()) headers[UNATTENDED_HEADER] = '1';
  const isForm = body instanceof FormData;
  if (body !== undefined && !isForm) headers['Content-Type'] = 'application/json';
  return {
    method,
    headers,
    credentials: 'same-origin',
    keepalive,
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  };
}

export function urlOf({ path, params }: Pick<Call, 'path' | 'params'>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params ?? {})) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value));
  }
  const text = query.toString();
  return BASE + path.replace(/^\//, '') + (text ? `?${text}` : '');
}

export type FileAnswer = { ok: true; file: Blob; data: unknown } | Extract<CallAnswer, { ok: false }>;

/** A file by this session, e.g. a recording; or, as `data`, what is answered instead of it. What is refused comes as the envelope. */
export async function fetchFile(call: Call): Promise<FileAnswer> {
  try {
    const response = await fetch(urlOf(call), requestOf(call));
    if (response.ok && !response.headers.get('content-type')?.includes('json')) {
      return { ok: true, file: await response.blob(), data: null };
    }
    const answer = readEnvelope(response.status, response.ok ? await response.json() : null);
    return answer.ok ? { ok: true, file: new Blob(), data: answer.data } : answer;
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    return { ok: false, error: { code: NO_SERVER, message, fields: [], requestId: null } };
  }
}

/** Fetches a file and hands it to the browser under this name. @returns what was answered instead of it, or null. */
export async function download(call: Call, fileName: string): Promise<CallAnswer> {
  const answer = await fetchFile(call);
  if (!answer.ok) return answer;
  if (answer.data !== null) return { ok: true, data: answer.data };
  saveFile(answer.file, fileName);
  return { ok: true, data: null };
}

export function saveFile(file: Blob, fileName: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
