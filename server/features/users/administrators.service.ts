import { Injectable } from '@nestjs/common';
import { askFor, waitingChange } from '../../domain/approvals/approval.writes.js';
import { hasSecond } from '../../domain/approvals/second-person.writes.js';
import type { User } from '../../domain/users/user.entity.js';
import type { Actor } from '../../platform/auth/actor.js';
import { Rights } from '../../platform/auth/rights.js';
import { Ids } from '../../platform/db/ids.js';
import type { Tx } from '../../platform/db/unit-of-work.js';

type Account = Pick<User, 'id' | 'name' | 'role' | 'institutionId'>;

/** Administrators come into being by two: one saves the account, which stays disabled until another one approves it. */
@Injectable()
export class AdministratorsService {
  constructor(
    private readonly ids: Ids,
    private readonly rights: Rights,
  ) {}

  /**
   * Asks for an administrator's account to be enabled.
   *
   * @returns null when it takes nobody else: another role, or a site with no second administrator yet; where somebody has asked
   * already, that approval
   */
  async askFor(tx: Tx, actor: Actor, { id: subjectId, name, role, institutionId }: Account) {
    if (role !== 'admin') return null;
    const { path } = await this.rights.branch(institutionId);
    if (!(await hasSecond(tx, this.rights, actor, path, 'HERE'))) return null;
    const which = { kind: 'ADMIN_ENABLE' as const, institutionId, subjectId };
    const waiting = await waitingChange(tx.manager, actor, which);
    if (waiting) return waiting.waiting.approvalId;
    const id = await this.ids.take();
    await askFor(tx, actor, { ...which, id, reason: '', document: { subject: name } });
    return id;
  }

  /** As `askFor`, where an enabled account becomes an administrator's, or goes to an institution that is not below its own. */
  async askForMore(tx: Tx, actor: Actor, user: User, change: Pick<User, 'name' | 'role' | 'institutionId'>) {
    if (!user.enabled) return null;
    const [before, after] = [
      await this.rights.branch(user.institutionId),
      await this.rights.branch(change.institutionId),
    ];
    if (user.role === 'admin' && after.path.startsWith(before.path)) return null;
    return this.askFor(tx, actor, { ...change, id: user.id });
  }
}
