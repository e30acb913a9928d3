import type { Announcement, AnnouncementRow } from '../../../contract/supervision/announcements.js';
import type { Page } from '../../../contract/shared/page.js';
import type { Answer, Client } from '../../support/org.js';

export const ID_NO = 'PELJ900514HDFRRN08';

/** The smallest PNG: one transparent pixel. */
export const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

export const violation = (more: Record<string, unknown> = {}) => ({
  kind: 'VIOLATION',
  name: 'Juan Pérez López',
  irregularities: 'Gave the balance of a borrower to a neighbour',
  processResult: 'Dismissed',
  ...more,
});

/** @returns its number. */
export async function publish(admin: Client, more: Record<string, unknown> = {}): Promise<number> {
  return (await admin.post<{ msgId: number }>('msg/addMsg', violation(more))).data.msgId;
}

export const unread = async (who: Client, more: Record<string, unknown> = {}) =>
  (await who.post<Page<Announcement>>('msg/queryMsg', { page: 1, size: 10, status: '0', ...more })).data;

export const seenBy = (who: Client, msgId: number): Promise<Answer<null>> =>
  who.post<null>(`msg/updateReadMsg?msgId=${msgId}`);

export const everything = async (admin: Client, more: Record<string, unknown> = {}) =>
  (await admin.post<Page<AnnouncementRow>>('msg/queryAllMsg', more)).data;

export const numbersOf = (page: Page<{ msgId: number }>) => page.result.map((row) => row.msgId);
