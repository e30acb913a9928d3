import { createHash } from 'node:crypto';
import { AppError } from '../http/app-error.js';
import { dbErrorCode } from './database.js';
import { sql, type Statement } from './sql.js';
import type { Tx } from './unit-of-work.js';

export interface KeptRequest {
  answer: string;
  /** Null in rows from before it was kept. */
  digest: Buffer | null;
}

/**
 * One clientRequestId, one request: the same again has no effect and the first one's answer; another body or case under it
 * is refused. In another command it is another request. Lock the case before `kept` is read, and judge whether it exists
 * for the actor before `answerIn` is asked.
 */
export class ClientRequest<Answer extends object> {
  private readonly digest: Buffer;

  /**
   * @param id undefined when the call came without one: then nothing is kept
   * @param body all that makes it this request, as the contract parsed it
   */
  constructor(
    private readonly actor: { readonly userId: number },
    private readonly command: string,
    private readonly id: string | undefined,
    body: object,
  ) {
    this.digest = createHash('sha256')
      .update(JSON.stringify([command, body]))
      .digest();
  }

  /** The select whose rows `answerIn` takes. */
  kept(): Statement {
    return sql`
      SELECT answer, digest FROM client_request
      WHERE user_id = ${this.actor.userId} AND client_request_id = ${this.id ?? ''}
        AND command IN (${this.command}, '')`;
  }

  /** The first one's answer, or null when this is the first. @throws request.reused */
  answerIn([kept]: readonly KeptRequest[]): Answer | null {
    if (!kept) return null;
    if (kept.digest && !kept.digest.equals(this.digest)) throw new AppError('request.reused');
    return JSON.parse(kept.answer) as Answer;
  }

  /** @param answer without anything personal */
  keep(tx: Tx, answer: Answer): void {
    if (this.id === undefined) return;
    tx.write(sql`
      INSERT INTO client_request (user_id, client_request_id, command, digest, answer, at)
      VALUES (${this.actor.userId}, ${this.id}, ${this.command}, ${this.digest}, ${JSON.stringify(answer)}, ${tx.now})`);
  }

  /**
   * Runs a command that locks no row before it looks whether it was answered. Of two at once the second may meet what the
   * first did, as a refusal or as its kept id: then it looks again, and answers as the first.
   */
  async once(
    transact: (run: (tx: Tx) => Promise<Answer>) => Promise<Answer>,
    work: (tx: Tx) => Promise<Answer>,
  ): Promise<Answer> {
    const run = (otherwise: (tx: Tx) => Promise<Answer>) =>
      transact(async (tx) => {
        const [kept] = await tx.read<[KeptRequest]>(this.kept());
        return this.answerIn(kept) ?? otherwise(tx);
      });
    const first = async (tx: Tx) => {
      const answer = await work(tx);
      this.keep(tx, answer);
      return answer;
    };
    try {
      return await run(first);
    } catch (error) {
      if (dbErrorCode(error) === 'ER_DUP_ENTRY') return run(first);
      if (!(error instanceof AppError) || this.id === undefined) throw error;
      return run(() => Promise.reject(error));
    }
  }
}

/** Runs a command again that met its own request id, which came twice at once: the second time it finds the first. */
export async function againIfTwice<Answer>(run: () => Promise<Answer>): Promise<Answer> {
  try {
    return await run();
  } catch (error) {
    if (dbErrorCode(error) !== 'ER_DUP_ENTRY') throw error;
    return run();
  }
}
