import { Injectable } from '@nestjs/common';
import { CHECK_KINDS, FIRST_CHECKS, type CheckKind } from '../../../../contract/liveness.js';
import { Database } from '../../../platform/db/database.js';
import { sql } from '../../../platform/db/sql.js';
import type { Tx } from '../../../platform/db/unit-of-work.js';
import { AppError } from '../../../platform/http/app-error.js';

export type CheckBalance = Record<Lowercase<CheckKind>, number>;

interface Check {
  userId: number;
  sessionId: number;
  /** Whether the face is compared with the stored picture, which is a check of its own. */
  compares: boolean;
}

/** How many face checks a person has left. Each takes one in a statement that also sees to it that there was one. */
@Injectable()
export class FaceChecksService {
  constructor(private readonly database: Database) {}

  /** @throws liveness.noneLeft */
  async take({ userId, sessionId, compares }: Check): Promise<void> {
    const faces = Number(compares);
    await this.database.run(sql`INSERT IGNORE INTO check_balance (user_id) VALUES (${userId})`);
    const taken = await this.database.run(sql`
      UPDATE check_balance SET live = live - 1, face = face - ${faces}
      WHERE user_id = ${userId} AND live >= 1 AND face >= ${faces}`);
    if (taken.affectedRows === 0) throw new AppError('liveness.noneLeft');
    await this.database.run(sql`
      UPDATE login_audit SET live_checks = live_checks + 1, face_checks = face_checks + ${faces}
      WHERE id = (SELECT s.login_id FROM user_session s WHERE s.id = ${sessionId})`);
  }

  /** Returns a check that the provider did not answer. */
  async giveBack({ userId, compares }: Check): Promise<void> {
    await this.database.run(sql`
      UPDATE check_balance SET live = live + 1, face = face + ${Number(compares)} WHERE user_id = ${userId}`);
  }

  /** Part of another command. @returns what the person has then */
  async add(tx: Tx, userId: number, kind: CheckKind, count: number): Promise<CheckBalance> {
    const [live, face] = CHECK_KINDS.map((each) => (each === kind ? count : 0)) as [number, number];
    tx.write(sql`
      INSERT INTO check_balance (user_id, live, face) VALUES (${userId}, ${FIRST_CHECKS + live}, ${FIRST_CHECKS + face})
      ON DUPLICATE KEY UPDATE live = live + ${live}, face = face + ${face}`);
    const [[balance]] = await tx.read<[CheckBalance]>(sql`
      SELECT live, face FROM check_balance WHERE user_id = ${userId}`);
    return balance!;
  }
}
