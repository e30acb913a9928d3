import { Injectable } from '@nestjs/common';
import {
  PICTURE_KINDS,
  type CallOutMessageRow,
  type IdentityAnswer,
  type IdentityAnswerInfo,
  type ImageCommentRow,
  type Merchant,
  type PictureKind,
  type PictureList,
} from '../../../contract/cases/borrowers.js';
import type { ContactList } from '../../../contract/cases/cases.js';
import type { Actor } from '../../platform/auth/actor.js';
import { casesOf, institutionsOf } from '../../platform/auth/scope.js';
import { Vault } from '../../platform/crypto/vault.js';
import { Database } from '../../platform/db/database.js';
import { nothing, sql } from '../../platform/db/sql.js';
import { AppError } from '../../platform/http/app-error.js';
import { pendingCall, refuseWhilePending } from '../../domain/calls/who-answers.sql.js';
import { CasesQueries } from '../case-work/cases/cases.queries.js';

/** How many comments or notes one answer holds. */
const SHOWN = 100;

/** A read that is shut while the caller has not said who answers. */
interface Shut {
  pendingCallId: number | null;
}
/** All of them null when nobody was asked. */
type AnswerRecord = { [Field in keyof IdentityAnswer]: IdentityAnswer[Field] | null };

/**
 * The borrower's side of a case page. A case outside the viewer's scope answers as if it did not exist; one whose caller has not
 * said who answers shows no more than whom to ask for.
 */
@Injectable()
export class BorrowersQueries {
  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
    private readonly cases: CasesQueries,
  ) {}

  /** The people whom the borrower named, without his own numbers. @throws case.notFound */
  async userContacts(actor: Actor, caseId: number): Promise<ContactList> {
    const { contacts, hideKey } = await this.cases.contacts(actor, caseId);
    return { contacts: contacts.filter(({ relation }) => relation !== 'R01'), hideKey };
  }

  /** Which pictures there are. @throws case.notFound */
  async pictures(actor: Actor, caseId: number): Promise<PictureList['pictures']> {
    const rows = await this.database.wireRows<
      { kind: PictureKind | null; takenAt: string | null } & Shut
    >(sql`
      SELECT p.kind, p.taken_at AS takenAt, ${pendingCall(actor)} AS pendingCallId
      FROM collection_case c LEFT JOIN borrower_picture p ON p.borrower_id = c.borrower_id
      WHERE c.id = ${caseId} AND ${casesOf(actor)}`);
    if (!rows[0]) throw new AppError('case.notFound');
    refuseWhilePending(rows[0]);
    return PICTURE_KINDS.flatMap((kind) => {
      const row = rows.find((candidate) => candidate.kind === kind);
      return row ? [{ kind, takenAt: row.takenAt }] : [];
    });
  }

  /** @throws case.notFound, call.whoAnswers */
  async identityAnswer(actor: Actor, caseId: number): Promise<IdentityAnswerInfo> {
    const [found] = await this.database.wireRows<AnswerRecord & Shut>(
      sql`
      SELECT a.provider, a.reference, a.checked_at AS checkedAt, a.identity_match AS identityMatch,
        a.phone_match AS phoneMatch, CAST(a.face_similarity AS DOUBLE) AS faceSimilarity, a.credit_score AS creditScore,
        a.risk_level AS riskLevel, a.recent_lenders AS recentLenders, a.overdue_elsewhere AS overdueElsewhere,
        ${pendingCall(actor)} AS pendingCallId
      FROM collection_case c LEFT JOIN identity_answer a ON a.borrower_id = c.borrower_id
      WHERE c.id = ${caseId} AND ${casesOf(actor)}`,
      'identityMatch',
      'phoneMatch',
      'overdueElsewhere',
    );
    if (!found) throw new AppError('case.notFound');
    refuseWhilePending(found);
    const { pendingCallId: _, ...row } = found;
    return { answer: row.checkedAt === null ? null : (row as IdentityAnswer) };
  }

  /**
   * Comments on pictures, the newest first; of one kind when it is named, on the identity document when it is null.
   *
   * @throws case.notFound
   */
  async comments(actor: Actor, caseId: number, kind?: PictureKind | null): Promise<ImageCommentRow[]> {
    const ofKind =
      kind === undefined
        ? sql`n.kind IS NOT NULL`
        : kind === null
          ? sql`n.kind IS NULL`
          : sql`n.kind = ${kind}`;
    const rows = await this.database.wireRows<
      Omit<ImageCommentRow, 'id' | 'comment'> & { id: number | null; sealed: Buffer } & Shut
    >(sql`
      SELECT n.id, n.kind, n.comment_enc AS sealed, u.name AS author, n.at, ${pendingCall(actor)} AS pendingCallId
      FROM collection_case c LEFT JOIN image_comment n ON n.case_id = c.id AND ${ofKind}
      LEFT JOIN user u ON u.id = n.author_id
      WHERE c.id = ${caseId} AND ${casesOf(actor)} ORDER BY n.at DESC, n.id DESC LIMIT ${String(SHOWN)}`);
    if (!rows[0]) throw new AppError('case.notFound');
    refuseWhilePending(rows[0]);
    return rows.flatMap(({ id, sealed, pendingCallId: _, ...row }) =>
      id === null ? [] : [{ ...row, id, comment: this.vault.open(sealed) }],
    );
  }

  /** The notes left on a case without a conversation, the newest first; messages are logged with a result of their own. @throws case.notFound */
  async callOutMessages(actor: Actor, caseId: number): Promise<CallOutMessageRow[]> {
    const rows = await this.database.wireRows<
      Omit<CallOutMessageRow, 'id' | 'message'> & { id: number | null; sealed: Buffer | null } & Shut
    >(sql`
      SELECT p.id, p.at AS time, k.name AS contactName, p.notes_enc AS sealed, u.name AS creator,
        ${pendingCall(actor)} AS pendingCallId
      FROM collection_case c LEFT JOIN collection_log p ON p.case_id = c.id AND p.result = 'MEMO'
        AND p.collection_result IS NULL
      LEFT JOIN contact k ON k.id = p.contact_id LEFT JOIN user u ON u.id = p.collector_id
      WHERE c.id = ${caseId} AND ${casesOf(actor)} ORDER BY p.at DESC, p.id DESC LIMIT ${String(SHOWN)}`);
    if (!rows[0]) throw new AppError('case.notFound');
    refuseWhilePending(rows[0]);
    return rows.flatMap(({ id, sealed, pendingCallId: _, ...row }) =>
      id === null ? [] : [{ ...row, id, message: sealed ? this.vault.open(sealed) : '' }],
    );
  }

  async appNames(actor: Actor, device?: string): Promise<string[]> {
    const platform = device === undefined ? nothing : sql`AND l.platform = ${device}`;
    const rows = await this.database.rows<{ appName: string }>(sql`
      SELECT DISTINCT l.institution_id, l.platform, l.app_name AS appName FROM loan_item l
      WHERE ${institutionsOf(actor, sql`l.institution_id`)} ${platform}`);
    return [...new Set(rows.map(({ appName }) => appName))].sort();
  }

  merchants(actor: Actor): Promise<Merchant[]> {
    return this.database.rows<Merchant>(sql`
      SELECT i.id, i.code, i.name FROM institution i
      WHERE ${institutionsOf(actor, sql`i.id`)} ORDER BY i.name, i.id`);
  }
}
