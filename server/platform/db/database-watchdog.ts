/** No statement may hold a request longer than this; a database that stopped is answered with a code, not a hang. */
export const STATEMENT_TIMEOUT_MS = 2_500;
/** A request asks several things in turn: after the first has waited in vain, the others find out sooner. */
const SILENT_TIMEOUT_MS = 100;

/** As the driver says it of a statement. */
const SILENT = 'PROTOCOL_SEQUENCE_TIMEOUT';

interface Waiting<Answer> {
  /** Is given an answer that comes when nobody waits for it any more. */
  late?: (answer: Answer) => void;
  /** False: it may come without the database, as a connection that was free does. */
  isAnswer?: boolean;
}

/**
 * How long a database that answers nobody is waited for. The driver limits a statement that was sent, but neither the wait
 * for a connection nor the preparing of a statement: both last as long as the database stands still. As long as it answers
 * anybody, whoever waits goes on waiting.
 */
export class DatabaseWatchdog {
  private answeredAt = -Infinity;
  private silent = false;

  /**
   * @param ask calls `done` with the answer, or with the driver's error
   * @throws an error of the driver's kind, PROTOCOL_SEQUENCE_TIMEOUT
   */
  wait<Answer>(
    ask: (done: (error: Error | null, answer?: Answer) => void) => void,
    { late, isAnswer = true }: Waiting<Answer> = {},
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const limit = this.silent ? SILENT_TIMEOUT_MS : STATEMENT_TIMEOUT_MS;
      let answered = false;
      let over = false;
      const look = () => {
        if (answered) return;
        if (!this.isSilentFor(limit)) {
          // Until it would have been silent for so long: a whole limit more would be twice as long.
          timer = setTimeout(lookLater, this.answeredAt + limit - performance.now());
          return;
        }
        over = true;
        reject(Object.assign(new Error('The database does not answer'), { code: SILENT }));
      };
      // After a long piece of work timers run first: answers that came in meanwhile are read before anybody looks.
      const lookLater = () => setImmediate(look);
      let timer = setTimeout(lookLater, limit);
      ask((error, answer) => {
        answered = true;
        clearTimeout(timer);
        if (error) {
          if ('code' in error && error.code === SILENT) this.isSilentFor(limit);
          if (!over) reject(error);
          return;
        }
        if (isAnswer) this.answered();
        if (over) late?.(answer as Answer);
        else resolve(answer as Answer);
      });
    });
  }

  /** The database did something for somebody. */
  answered(): void {
    this.answeredAt = performance.now();
    this.silent = false;
  }

  private isSilentFor(milliseconds: number): boolean {
    const silent = performance.now() - this.answeredAt >= milliseconds;
    if (silent) this.silent = true;
    return silent;
  }
}
