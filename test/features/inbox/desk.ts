import { expect } from '@jest/globals';
import type { InboxCause, InboxCount, InboxItem, InboxQuery } from '../../../contract/inbox.js';
import type { Page } from '../../../contract/shared/page.js';
import type { Client } from '../../support/org.js';
import { requestId, type Desk, type DeskPerson } from '../cases/desk.js';

/** The inboxes of a desk's people. */
export function inboxesOf(desk: Desk) {
  const list = async (who: DeskPerson, view: InboxQuery['view'] = 'UNREAD') =>
    (await desk.as[who].get<Page<InboxItem>>(`inbox/list?view=${view}&size=200`)).data;
  const items = async (who: DeskPerson, cause: InboxCause, subjectId?: number) =>
    (await list(who)).result.filter(
      (item) => item.cause === cause && (subjectId === undefined || item.subjectId === subjectId),
    );
  const unread = async (who: DeskPerson) => (await desk.as[who].get<InboxCount>('inbox/count')).data.unread;
  /** Each of the first is notified once, and none of the others. */
  async function notifies(
    cause: InboxCause,
    subjectId: number,
    recipients: DeskPerson[],
    others: DeskPerson[],
  ) {
    for (const who of recipients)
      expect({ who, found: await items(who, cause, subjectId) }).toMatchObject({ found: [{ cause }] });
    for (const who of others)
      expect({ who, found: await items(who, cause, subjectId) }).toEqual({ who, found: [] });
  }
  return { list, items, unread, notifies };
}

export async function done<Data = { id: number }>(by: Client, path: string, body: object): Promise<Data> {
  const answer = await by.post<Data>(path, { clientRequestId: requestId(), ...body });
  expect(answer).toMatchObject({ code: '00' });
  return answer.data;
}
