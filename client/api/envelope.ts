import type { FieldError } from '../../contract/shared/envelope';
import type { UserWork } from '../../contract/administration/users';

/** Why a call yields nothing. `code` is the server's, or one of ours below. */
export interface CallError {
  code: string;
  message: string;
  fields: FieldError[];
  requestId: string | null;
  /** Rules of the contact guard that stand against the act. */
  rules?: string[];
  /** Open work of a user who would be disabled or moved. */
  work?: UserWork;
  /** The call was sent before this tab signed in again. */
  ofEarlierSession?: true;
}

export type CallAnswer = { ok: true; data: unknown } | { ok: false; error: CallError };

/** No answer came: the server is away, or the network. */
export const NO_SERVER = 'network';
/** An answer came that is not the envelope. */
export const NOT_ENVELOPE = 'malformed';

const SUCCESS = new Set(['00', '200']);
const SESSION_ENDED = new Set(['02', '-1']);

export function isSessionEnd({ code, ofEarlierSession }: CallError): boolean {
  return SESSION_ENDED.has(code) && !ofEarlierSession;
}

/** Reads an answer's body as the envelope. The specification's success codes are 00 and 200, as text or number. */
export function readEnvelope(status: number, body: unknown): CallAnswer {
  if (typeof body !== 'object' || body === null || !('code' in body)) {
    return {
      ok: false,
      error: { code: NOT_ENVELOPE, message: `HTTP ${status}`, fields: [], requestId: null },
    };
  }
  const { code, message, data, requestId } = body as Record<string, unknown>;
  if (SUCCESS.has(String(code))) return { ok: true, data: data ?? null };
  return {
    ok: false,
    error: {
      code: String(code),
      message: typeof message === 'string' ? message : '',
      fields: readFields(data),
      requestId: typeof requestId === 'string' ? requestId : null,
      ...readRules(data),
      ...readWork(data),
    },
  };
}

/**
 * Reads an answer that comes without envelope (the score card): it is the data itself, unless it has a code. A refusal
 * may be the envelope, or `{code:'-2'}` alone.
 */
export function readRaw(status: number, body: unknown): CallAnswer {
  if (typeof body === 'object' && body !== null && 'code' in body) return readEnvelope(status, body);
  if (status >= 400) return readEnvelope(status, null);
  return { ok: true, data: body };
}

/** The server's words for a field begin with its name on the wire: here with what the screen calls it. */
export function labelled({ field, message }: FieldError, label: string): string {
  return message.startsWith(field) ? label + message.slice(field.length) : message;
}

function readRules(data: unknown): { rules?: string[] } {
  const decision = (data as { decision?: { reasons?: unknown } } | null)?.decision;
  if (!Array.isArray(decision?.reasons)) return {};
  return { rules: decision.reasons.map((reason: { rule?: unknown } | null) => String(reason?.rule)) };
}

function readWork(data: unknown): { work?: UserWork } {
  const work = (data as { work?: UserWork } | null)?.work;
  return work ? { work } : {};
}

function readFields(data: unknown): FieldError[] {
  if (typeof data !== 'object' || data === null || !('fields' in data) || !Array.isArray(data.fields))
    return [];
  return (data.fields as Partial<FieldError>[]).flatMap(({ field, rule, message }) =>
    typeof field === 'string' ? [{ field, rule: rule ?? '', message: message ?? '' }] : [],
  );
}
