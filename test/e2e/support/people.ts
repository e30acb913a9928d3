import { DEFAULT_USER, type UserInfo } from '../../../contract/administration/users.js';
import type { BoundCases } from '../../../contract/cases/case-moves.js';
import type { Page } from '../../../contract/shared/page.js';
import type { QueueCase, QueueInfo } from '../../../contract/team/queues.js';
import { account } from './accounts.js';
import { type Caller, callerOf } from './calls.js';

export interface Colleague {
  id: number;
  username: string;
  name: string;
  /** Not there any more: another test's team is as it was. */
  leave(): Promise<unknown>;
}

/** A collector of one test alone, in the demo's team: whoever leaves or changes the role is nobody whom another test needs. */
export async function addColleague(name: string, queueId: number): Promise<Colleague> {
  const admin = await callerOf(account('admin'));
  const { institutionId, groupId } = await userOf(admin, account('member').username);
  const username = `${name.toLowerCase()}.${Date.now()}`;
  const user = { ...DEFAULT_USER, name: `${name} ${Date.now()}`, username, role: 'member' };
  const { id } = await admin.post<{ id: number }>('manage/user/createOrUpdate', {
    ...user,
    ...{ institutionId, groupId, queueId },
  });
  const leave = () => admin.post('manage/user/setStatus', { userId: id, enabled: false, release: true });
  return { id, username, name: user.name, leave };
}

export async function userOf(caller: Caller, username: string): Promise<UserInfo> {
  const { result } = await caller.get<Page<UserInfo>>(`manage/user/list?username=${username}`);
  return result[0]!;
}

/** The queue whose cases the demo's leader binds by hand. */
export async function manualQueue(leader: Caller): Promise<QueueInfo> {
  const { result } = await leader.get<Page<QueueInfo>>('management/queue/list?type=MANUAL');
  return result[0]!;
}

/** Takes the last of the cases that wait in a queue, which others come to last. @returns the loan's number */
export async function bindWaiting(leader: Caller, queueId: number, agentId: number): Promise<string> {
  const { result } = await leader.get<Page<QueueCase>>(`management/queue/tasks/${queueId}?size=50`);
  const { id, loanId } = result.at(-1)!;
  const { accepted } = await leader.post<BoundCases>('management/task/batchBindAgent', {
    taskIds: [id],
    agentId,
  });
  if (!accepted.includes(id)) throw new Error(`${loanId} could not be bound.`);
  return loanId;
}
