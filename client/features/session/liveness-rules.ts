const FRAME_FAILURES = new Set([400, 401, 403, 404, 408, 409, 410]);

export type FrameVerdict = { kind: 'done'; livenessId: string } | { kind: 'failed' } | null;

/** Verdict of the embedded liveness page's message; null is not about the check. */
export function readFrame(data: unknown): FrameVerdict {
  const message = typeof data === 'string' ? parsed(data) : data;
  if (typeof message !== 'object' || message === null) return null;
  const { code, livenessId } = message as { code?: unknown; livenessId?: unknown };
  if (FRAME_FAILURES.has(Number(code))) return { kind: 'failed' };
  return typeof livenessId === 'string' && livenessId ? { kind: 'done', livenessId } : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // Other windows talk too.
  }
}
