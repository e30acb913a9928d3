import { Injectable } from '@nestjs/common';
import type { Role } from '../../../contract/codes.js';
import { ACTIVATION_HOURS } from '../../../contract/administration/users.js';
import type { Actor } from '../../platform/auth/actor.js';
import { Rights } from '../../platform/auth/rights.js';
import { peopleOf } from '../../platform/auth/scope.js';
import { noRead, rowsOf, sql } from '../../platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../platform/db/unit-of-work.js';
import { AppError } from '../../platform/http/app-error.js';
import { csvText } from '../../platform/http/csv.js';
import { hashOfCode, newCode } from '../../domain/session/activation.rules.js';

const PART = 1_000;

interface Made {
  id: number;
  username: string;
  name: string;
  role: Role;
  institutionId: number;
}

/** The activation codes of whom a workbook made: told to who uploaded it in one list, and kept as hashes. */
@Injectable()
export class MadeCodesService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly rights: Rights,
  ) {}

  /**
   * Each list holds other codes, and those of the list before are void; whoever has chosen a password or was reset since is in
   * none, nor is whoever has a right that the actor lacks: a code would hand it over.
   *
   * @returns CSV
   * @throws sheet.notFound of somebody else's or one that was not applied
   */
  tell(actor: Actor, uploadId: number): Promise<string> {
    return this.uow.transact(actor, async (tx) => {
      const people = await this.covered(actor, await madeBy(tx, actor, uploadId));
      const expiresAt = new Date(tx.now.getTime() + ACTIVATION_HOURS * 3_600_000);
      const codes = people.map(({ id, username, name }) => ({ id, username, name, code: newCode() }));
      for (let at = 0; at < codes.length; at += PART) {
        const rows = codes.slice(at, at + PART).map(({ id, code }) => [id, hashOfCode(code), expiresAt]);
        tx.write(sql`
          INSERT INTO activation_code (user_id, code_hash, expires_at) VALUES ${rowsOf(rows)}
          ON DUPLICATE KEY UPDATE code_hash = VALUES(code_hash), expires_at = VALUES(expires_at)`);
        await tx.read(noRead);
      }
      const { userId, institutionId } = actor;
      const payload = { uploadId, institutionId, userId, kind: 'users' as const, people: codes.length };
      tx.emit('sheet.codesTold', payload);
      const lines = codes.map((person) => ({ ...person, expiresAt: expiresAt.toISOString() }));
      return csvText(lines, ['username', 'name', 'code', 'expiresAt']);
    });
  }

  private async covered(actor: Actor, people: readonly Made[]): Promise<Made[]> {
    const visible: Made[] = [];
    for (const person of people)
      if (await this.rights.covers(actor, person.institutionId, person.role)) visible.push(person);
    return visible;
  }
}

/** Whoever still has the password that nobody knows. */
async function madeBy(tx: Tx, actor: Actor, uploadId: number): Promise<Made[]> {
  const [uploads] = await tx.read<[{ madeHash: string }]>(sql`
    SELECT made_hash AS madeHash FROM sheet_upload
    WHERE id = ${uploadId} AND kind = 'users' AND uploaded_by = ${actor.userId} AND status = 'APPLIED' FOR UPDATE`);
  if (!uploads[0]) throw new AppError('sheet.notFound');
  const [people] = await tx.read<[Made]>(sql`
    SELECT u.id, u.username, u.name, u.role, u.institution_id AS institutionId FROM user u
    WHERE u.password_hash = ${uploads[0].madeHash} AND u.enabled = 1 AND ${peopleOf(actor)} ORDER BY u.id`);
  return people;
}
