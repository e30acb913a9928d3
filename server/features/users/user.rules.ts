import { ROLES, SEND_CHANNELS, type Role } from '../../../contract/codes.js';
import type { UserForm, UserInfo } from '../../../contract/users.js';
import type { User } from './user.entity.js';

/** Members first: nobody gives a role that stands behind their own. */
export function outranks(role: Role, own: Role): boolean {
  return ROLES.indexOf(role) > ROLES.indexOf(own);
}

/** The columns that a session was opened with: a person in whom one of them changes is signed out. */
const IN_SESSION = ['username', 'role', 'institutionId', 'groupId', 'queueId'] as const;

export function endsSessions(changes: object): boolean {
  return IN_SESSION.some((field) => field in changes);
}

export function columnsOf({ channels, ...form }: UserForm): Partial<User> {
  const { username, name, role, institutionId, groupId, queueId } = form;
  const { ranked, longAging, ptpRole, autoDial, showAnnouncement } = form;
  return {
    ...{ username, name, role, institutionId, groupId, queueId },
    ...{ ranked, longAging, ptpRole, autoDial, showAnnouncement },
    channels: SEND_CHANNELS.filter((channel) => channels.includes(channel)).join(','),
  };
}

export function infoOf(user: User): UserInfo {
  const { id, version, username, name, role, institutionId, groupId, queueId, enabled } = user;
  const { ranked, longAging, ptpRole, autoDial, showAnnouncement } = user;
  return {
    ...{ id, version, username, name, role, institutionId, groupId, queueId, enabled },
    ...{ ranked, longAging, ptpRole, autoDial, showAnnouncement },
    channels: SEND_CHANNELS.filter((channel) => user.channels.split(',').includes(channel)),
    picture: pictureAddress(id, user.picture),
    institutionName: user.institution!.name,
    groupName: user.group?.name ?? null,
    queueName: user.queue?.name ?? null,
    createdBy: user.creator?.name ?? null,
    createdAt: user.createdAt.toISOString(),
    updatedBy: user.modifier?.name ?? null,
    updatedAt: user.updatedAt.toISOString(),
  };
}

/** Where a person's picture is fetched: another address for another file, so that no page keeps showing the old one. */
export function pictureAddress(userId: number, file: string | null): string | null {
  return file && `/api/manage/user/picture?id=${userId}&v=${file.slice(0, 8)}`;
}
