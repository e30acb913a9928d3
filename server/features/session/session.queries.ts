import { Injectable } from '@nestjs/common';
import type { Messages } from '../../../contract/realtime.js';
import type { CurrentUser, PersonSettings, UserPicture } from '../../../contract/session.js';
import type { Actor } from '../../platform/auth/actor.js';
import { Rights } from '../../platform/auth/rights.js';
import { Clock } from '../../platform/clock/clock.js';
import { Database } from '../../platform/db/database.js';
import { sql } from '../../platform/db/sql.js';
import { Site } from '../../platform/site/site.js';
import { AppError } from '../../platform/http/app-error.js';
import { pictureAddress } from '../../domain/users/user.rules.js';

type SettingsRow = Omit<PersonSettings, 'channels'> & { channels: string };
type UserRow = Pick<CurrentUser, 'groupName' | 'queueName' | 'institutionName'> & SettingsRow;

const SETTINGS = sql`
  u.channels, u.ranked, u.auto_dial AS autoDial, u.long_aging AS longAging, u.show_announcement AS isShowAnnouncement`;
const FLAGS = ['ranked', 'autoDial', 'longAging', 'isShowAnnouncement'] as const;

@Injectable()
export class SessionQueries {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly rights: Rights,
    private readonly site: Site,
  ) {}

  /** @throws session.gone when the person was removed meanwhile. */
  async currentUser(actor: Actor): Promise<CurrentUser> {
    const [row] = await this.database.wireRows<UserRow>(
      sql`
      SELECT g.name AS groupName, q.name AS queueName, i.name AS institutionName, ${SETTINGS}
      FROM user u JOIN institution i ON i.id = u.institution_id
        LEFT JOIN admin_group g ON g.id = u.group_id LEFT JOIN queue q ON q.id = u.queue_id
      WHERE u.id = ${actor.userId}`,
      ...FLAGS,
    );
    if (!row) throw new AppError('session.gone');
    return {
      ...row,
      id: actor.userId,
      name: actor.name,
      username: actor.username,
      role: actor.role,
      institutionId: actor.institutionId,
      groupId: actor.groupId,
      queueId: actor.queueId,
      permissions: [...actor.permissions],
      everywhere: actor.everywhere,
      kiosk: actor.kiosk,
      channels: channelsOf(row),
      clockAt: this.clock.shifted ? this.clock.now().toISOString() : null,
      site: this.site.mark(),
    };
  }

  /** The rights and settings of the person. Looks at the number of the rights first, for a push is not repeated. */
  async rightsOf(userId: number): Promise<Messages['rights.changed']> {
    await this.rights.renew();
    const [row] = await this.database.wireRows<SettingsRow & Pick<CurrentUser, 'institutionId' | 'role'>>(
      sql`SELECT u.institution_id AS institutionId, u.role, ${SETTINGS} FROM user u WHERE u.id = ${userId}`,
      ...FLAGS,
    );
    const { institutionId, role, ...settings } = row!;
    return {
      ...(await this.rights.grantsOf(institutionId, role)),
      ...settings,
      channels: channelsOf(settings),
    };
  }

  async userPicture({ userId, name }: Actor): Promise<UserPicture> {
    const row = await this.database.row<{ file: string | null }>(sql`
      SELECT picture AS file FROM user WHERE id = ${userId}`);
    return { name, picture: pictureAddress(userId, row?.file ?? null) };
  }
}

function channelsOf({ channels }: Pick<SettingsRow, 'channels'>): PersonSettings['channels'] {
  return channels.split(',').filter(Boolean) as PersonSettings['channels'];
}
