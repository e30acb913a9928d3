import type { DraftAnswer, DraftSave, StoredDraft } from '../../../../contract/preferences';
import { type Draft, type DraftChange, emptyDraft, isWritten } from './case-draft';

export interface DraftPort {
  /** Undefined when the server could not be asked; null when there is no draft. */
  read: () => Promise<StoredDraft | null | undefined>;
  /** Null when it could not be kept. */
  save: (body: DraftSave) => Promise<DraftAnswer | null>;
  drop: () => Promise<void>;
}

/** This tab's draft, and the version under which the server last had it (0: never). */
export interface LocalDraft {
  version: number;
  draft: Draft;
  /** Typed, and not yet on the server. */
  edited?: boolean;
}

const SAVE_MS = 800;
const RETRY_MS = 5_000;

export interface DraftForm {
  /** Receives the draft that this tab stores from now on; null for none. */
  onLocal: (local: LocalDraft | null) => void;
  /** Another browser's draft is newer: the form shows it. */
  onTaken: (draft: Draft) => void;
}

/**
 * Keeps a draft on the server as it is typed. What was typed last wins, wherever that was; a draft that was saved or
 * thrown away in another browser does not come back from this one. Calls go out one after the other, so that none that is
 * under way can bring back what was just thrown away.
 */
export class DraftKeeper {
  private version: number;
  private draft: Draft;
  private edited: boolean;
  private ended = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private queue: Promise<void> = Promise.resolve();

  constructor(
    private readonly port: DraftPort,
    local: LocalDraft | null,
    private readonly form: DraftForm,
  ) {
    this.version = local?.version ?? 0;
    this.draft = local?.draft ?? emptyDraft();
    this.edited = local?.edited ?? false;
  }

  /** Asks the server what it has. What was typed before the screen was mounted anew is sent, and not overwritten by it. */
  open(): Promise<void> {
    this.ended = false;
    if (this.edited) this.soon(SAVE_MS);
    return this.inTurn(() => this.compare());
  }

  /** @returns the draft with this change in it */
  edit(change: DraftChange): Draft {
    this.draft = { ...this.draft, ...(typeof change === 'function' ? change(this.draft) : change) };
    this.edited = true;
    this.note();
    this.soon(SAVE_MS);
    return this.draft;
  }

  /** Saved as a record, or thrown away. */
  drop(): Promise<void> {
    clearTimeout(this.timer);
    this.draft = emptyDraft();
    this.edited = false;
    this.form.onLocal(null);
    return this.inTurn(async () => {
      await this.port.drop();
      this.version = 0;
    });
  }

  /** The screen closes: what waits is sent now. */
  close(): void {
    clearTimeout(this.timer);
    if (this.edited) void this.inTurn(() => this.push());
    this.ended = true;
  }

  private inTurn(act: () => Promise<void>): Promise<void> {
    this.queue = this.queue.then(act);
    return this.queue;
  }

  private soon(ms: number, act = () => this.push()): void {
    clearTimeout(this.timer);
    if (!this.ended) this.timer = setTimeout(() => void this.inTurn(act), ms);
  }

  private async push(): Promise<void> {
    const sent = this.draft;
    if (!isWritten(sent)) {
      if (this.version > 0) await this.port.drop();
      this.version = 0;
      return;
    }
    const answer = await this.port.save({ version: this.version + 1, draft: sent });
    // The tab may be somebody else's by now.
    if (!answer && this.ended) return;
    if (answer) this.version = answer.version;
    if (this.draft !== sent) return;
    this.edited = !answer || answer.newer !== null;
    this.note();
    // Another browser was ahead, or the server away: once more, on top of what it has.
    if (this.edited) this.soon(answer ? 0 : RETRY_MS);
  }

  private async compare(): Promise<void> {
    const kept = await this.port.read();
    if (this.ended) return;
    if (kept === undefined) {
      // An edit is sent instead, and the answer says what is newer.
      if (!this.edited) this.soon(RETRY_MS, () => this.compare());
    } else if (kept === null) {
      const gone = this.version > 0 && !this.edited;
      this.version = 0;
      if (gone) this.take(emptyDraft());
      else if (isWritten(this.draft)) this.soon(0);
    } else if (kept.version > this.version) {
      this.version = kept.version;
      if (!this.edited) this.take({ ...emptyDraft(), ...kept.draft });
    } else if (isWritten(this.draft) && !sameDraft(this.draft, kept.draft)) this.soon(0);
  }

  private take(kept: Draft): void {
    this.draft = kept;
    this.note();
    this.form.onTaken(kept);
  }

  private note(): void {
    const { version, draft, edited } = this;
    this.form.onLocal(isWritten(draft) ? { version, draft, edited } : null);
  }
}

function sameDraft(one: Draft, other: object): boolean {
  const entries = Object.entries(other);
  return entries.every(([name, value]) => one[name as keyof Draft] === value);
}
