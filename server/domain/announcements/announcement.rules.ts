import {
  MAX_PICTURE_BYTES,
  type AnnouncementForm,
  type AnnouncementRow,
  type AnnouncementState,
} from '../../../contract/supervision/announcements.js';
import { LANGUAGES, type Language } from '../../../contract/codes.js';
import { sql, type Statement } from '../../platform/db/sql.js';
import type { Announcement } from './announcement.entity.js';

const SIGNATURES = [
  { type: 'image/png', bytes: Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a) },
  { type: 'image/jpeg', bytes: Buffer.of(0xff, 0xd8, 0xff) },
] as const;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/**
 * A picture as a data URL of what its first bytes say it is, whatever type it came with; null when it is neither PNG nor
 * JPEG, not base64, or larger than MAX_PICTURE_BYTES.
 */
export function pictureOf(base64Image: string): string | null {
  const text = base64Image.replace(/^data:[\w/+.-]*;base64,/, '');
  if (!BASE64.test(text)) return null;
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length > MAX_PICTURE_BYTES) return null;
  const known = SIGNATURES.find((signature) =>
    bytes.subarray(0, signature.bytes.length).equals(signature.bytes),
  );
  return known ? `data:${known.type};base64,${bytes.toString('base64')}` : null;
}

type Lines = Pick<Announcement, 'texts' | 'name' | 'irregularities'>;

/** The line in a language; else in another one that was written, else of name and violation. */
export function lineOf({ texts, name, irregularities }: Lines, language: Language): string {
  const written = texts[language] ?? LANGUAGES.map((each) => texts[each]).find(Boolean);
  return written ?? `${name}: ${irregularities}`;
}

/** The columns that a form sets directly. Empty texts are left out. */
export function contentOf(input: AnnouncementForm): Partial<Announcement> {
  const { kind, groupId = null, startsAt, endsAt, texts } = input;
  const written = LANGUAGES.flatMap((language) => (texts[language] ? [[language, texts[language]]] : []));
  const { name = null, irregularities = null, processResult = null } = kind === 'VIOLATION' ? input : {};
  return {
    ...{ groupId, name, irregularities, processResult },
    texts: Object.fromEntries(written) as Announcement['texts'],
    startsAt: startsAt ? new Date(startsAt) : null,
    endsAt: endsAt ? new Date(endsAt) : null,
  };
}

/** The condition of each state on announcement, alias `a`. */
export function inState(state: AnnouncementState, now: Date): Statement {
  const open = sql`a.withdrawn_at IS NULL AND a.published_at IS NOT NULL`;
  switch (state) {
    case 'WITHDRAWN':
      return sql`a.withdrawn_at IS NOT NULL`;
    case 'DRAFT':
      return sql`a.withdrawn_at IS NULL AND a.published_at IS NULL`;
    case 'SCHEDULED':
      return sql`${open} AND a.starts_at > ${now}`;
    case 'OVER':
      return sql`${open} AND a.ends_at <= ${now}`;
    case 'SHOWN':
      return sql`${open} AND (a.starts_at IS NULL OR a.starts_at <= ${now}) AND (a.ends_at IS NULL OR a.ends_at > ${now})`;
  }
}

export function stateOf(row: Announcement, now: Date): AnnouncementState {
  if (row.withdrawnAt) return 'WITHDRAWN';
  if (!row.publishedAt) return 'DRAFT';
  if (row.endsAt && row.endsAt <= now) return 'OVER';
  return row.startsAt && row.startsAt > now ? 'SCHEDULED' : 'SHOWN';
}

export function rowOf(row: Announcement, readCount: number, language: Language, now: Date): AnnouncementRow {
  const { id, version, kind, institutionId, groupId, texts, name, irregularities, processResult } = row;
  return {
    ...{
      msgId: id,
      version,
      kind,
      institutionId,
      groupId,
      texts,
      name,
      irregularities,
      processResult,
      readCount,
    },
    state: stateOf(row, now),
    institutionName: row.institution!.name,
    groupName: row.group?.name ?? null,
    startsAt: row.startsAt?.toISOString() ?? null,
    endsAt: row.endsAt?.toISOString() ?? null,
    published: row.publishedAt !== null,
    content: lineOf(row, language),
    idNo: row.idNoMask,
    hasPicture: row.picture !== null,
    createdBy: row.author?.name ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
