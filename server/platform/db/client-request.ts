import { createHash } from 'node:crypto';
import { AppError } from '../http/app-error.js';
import { sql, type Statement } from './sql.js';
import type { Tx, TxActor } from './transaction.js';

/**
 * One clientRequestId, one request: the same again has no effect and the first one's answer; another body or case under it
 * is refused. In another command it is another request. Without an id nothing is stored.
 *
 * `body` is all that makes it this request, as the contract parsed it.
 */
export type RequestKey = readonly [command: string, id: string | undefined, body: object];

interface KeptRequest {
  answer: string;
  /** Null in rows from before it was kept. */
  digest: Buffer | null;
}

/** The requests of one command, in one attempt to carry it out. A command of one request leaves the index out. */
export class Claim<Answer extends object> {
  private kept: KeptRequest[][] = [];

  constructor(
    private readonly tx: Tx,
    private readonly requests: readonly RequestKey[],
  ) {}

  /** `tx.read`, and behind it in the same round trip the earlier answers: what the statements lock is locked before. */
  async read<Rows extends object[]>(
    ...statements: Statement[]
  ): Promise<{ [Index in keyof Rows]: Rows[Index][] }> {
    const earlier = this.requests.map(
      ([command, id = '']) => sql`
        SELECT answer, digest FROM client_request
        WHERE user_id = ${userOf(this.tx.actor)} AND client_request_id = ${id} AND command IN (${command}, '')`,
    );
    const rows = await this.tx.read<object[]>(...statements, ...earlier);
    this.kept = rows.splice(statements.length) as KeptRequest[][];
    return rows as { [Index in keyof Rows]: Rows[Index][] };
  }

  /**
   * The first one's answer, or null when this is the first. Judge before whether what it changes exists for the actor.
   *
   * @throws request.reused
   */
  earlier(index = 0): Answer | null {
    const kept = this.kept[index]![0];
    if (!kept) return null;
    if (kept.digest && !kept.digest.equals(this.digest(index))) throw new AppError('request.reused');
    return JSON.parse(kept.answer) as Answer;
  }

  /** @param answer without anything personal */
  keep(answer: Answer, index = 0): Answer {
    const [command, id] = this.requests[index]!;
    if (id !== undefined)
      this.tx.write(sql`
        INSERT INTO client_request (user_id, client_request_id, command, digest, answer, at)
        VALUES (${userOf(this.tx.actor)}, ${id}, ${command}, ${this.digest(index)}, ${JSON.stringify(answer)},
          ${this.tx.now})`);
    return answer;
  }

  private digest(index: number): Buffer {
    const [command, , body] = this.requests[index]!;
    return createHash('sha256')
      .update(JSON.stringify([command, body]))
      .digest();
  }
}

/** The lender's platform has no user: its request ids are apart from people's. */
function userOf({ userId }: TxActor): number {
  return userId ?? 0;
}
