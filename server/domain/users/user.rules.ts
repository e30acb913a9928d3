import type { WaitingChange } from '../../../contract/administration/approvals.js';
import { ROLES, SEND_CHANNELS, type Role } from '../../../contract/codes.js';
import type { UserForm, UserInfo } from '../../../contract/administration/users.js';
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

type Place = Pick<UserForm, 'role' | 'institutionId' | 'groupId' | 'queueId'>;

/** Whoever is moved leaves the cases behind. */
export function takesWork(before: Place, after: Place): boolean {
  const { role, institutionId, groupId, queueId } = after;
  return (
    role !== before.role ||
    institutionId !== before.institutionId ||
    groupId !== before.groupId ||
    queueId !== before.queueId
  );
}

type UserColumns = Omit<UserForm, 'email'> & { email?: string | null | undefined };

export function columnsOf({
  channels,
  products,
  loanTypes,
  appSystems,
  ...form
}: UserColumns): Partial<User> {
  const { username, name, email, role, institutionId, groupId, queueId } = form;
  const { ranked, longAging, ptpRole, autoDial, showAnnouncement } = form;
  const { liveness, affiliatedSystem, autoReborrow, tenureFrom } = form;
  return {
    ...{ username, name, role, institutionId, groupId, queueId },
    ...(email !== undefined && { email }),
    ...{ ranked, longAging, ptpRole, autoDial, showAnnouncement },
    ...{ liveness, affiliatedSystem, autoReborrow, tenureFrom },
    channels: SEND_CHANNELS.filter((channel) => channels.includes(channel)).join(','),
    products: listed(products),
    loanTypes: listed(loanTypes),
    appSystems: listed(appSystems),
  };
}

/** In one order, and null when there is none: two forms that say the same write the same. */
function listed<Value extends string | number>(values: readonly Value[]): Value[] | null {
  return values.length === 0 ? null : [...new Set(values)].sort();
}

/** Facts in other tables, or not shown. */
export interface Besides {
  phone: string | null;
  idCardBound: number;
  liveChecks: number;
  faceChecks: number;
  waiting: WaitingChange | null;
}

/** A person's form, as it is in force. */
export function formOf(user: User): UserForm {
  const { username, name, email, role, institutionId, groupId, queueId } = user;
  const { ranked, longAging, ptpRole, autoDial, showAnnouncement } = user;
  const { liveness, affiliatedSystem, autoReborrow, tenureFrom } = user;
  return {
    ...{ username, name, email, role, institutionId, groupId, queueId },
    ...{ ranked, longAging, ptpRole, autoDial, showAnnouncement },
    ...{ liveness, affiliatedSystem, autoReborrow, tenureFrom },
    channels: SEND_CHANNELS.filter((channel) => user.channels.split(',').includes(channel)),
    products: user.products ?? [],
    loanTypes: (user.loanTypes ?? []) as UserInfo['loanTypes'],
    appSystems: user.appSystems ?? [],
  };
}

export function infoOf(
  user: User,
  { phone, idCardBound, liveChecks, faceChecks, waiting }: Besides,
): UserInfo {
  const { id, version, enabled } = user;
  return {
    ...formOf(user),
    ...{ id, version, enabled },
    phones: phone === null ? [] : [phone],
    idCardBound: Number(idCardBound) === 1,
    ...{ liveChecks, faceChecks },
    picture: pictureAddress(id, user.picture),
    institutionName: user.institution!.name,
    groupName: user.group?.name ?? null,
    queueName: user.queue?.name ?? null,
    createdBy: user.creator?.name ?? null,
    createdAt: user.createdAt.toISOString(),
    updatedBy: user.modifier?.name ?? null,
    updatedAt: user.updatedAt.toISOString(),
    waiting,
  };
}

/** Where a person's picture is fetched: another address for another file, so that no page keeps showing the old one. */
export function pictureAddress(userId: number, file: string | null): string | null {
  return file && `/api/manage/user/picture?id=${userId}&v=${file.slice(0, 8)}`;
}
