import { Injectable } from '@nestjs/common';
import type { CurrentUser, UserPicture } from '../../../contract/session.js';
import type { SEND_CHANNELS } from '../../../contract/codes.js';
import type { Actor } from '../../platform/auth/actor.js';
import { Clock } from '../../platform/clock/clock.js';
import { Database } from '../../platform/db/database.js';
import { sql } from '../../platform/db/sql.js';
import { AppError } from '../../platform/http/app-error.js';
import { pictureAddress } from '../../domain/users/user.rules.js';

type UserRow = Pick<
  CurrentUser,
  'groupName' | 'queueName' | 'institutionName' | 'ranked' | 'autoDial' | 'longAging' | 'isShowAnnouncement'
> & { channels: string };

@Injectable()
export class SessionQueries {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws session.gone when the person was removed meanwhile. */
  async currentUser(actor: Actor): Promise<CurrentUser> {
    const [row] = await this.database.wireRows<UserRow>(
      sql`
      SELECT g.name AS groupName, q.name AS queueName, i.name AS institutionName, u.channels, u.ranked,
        u.auto_dial AS autoDial, u.long_aging AS longAging, u.show_announcement AS isShowAnnouncement
      FROM user u JOIN institution i ON i.id = u.institution_id
        LEFT JOIN admin_group g ON g.id = u.group_id LEFT JOIN queue q ON q.id = u.queue_id
      WHERE u.id = ${actor.userId}`,
      'ranked',
      'autoDial',
      'longAging',
      'isShowAnnouncement',
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
      channels: row.channels.split(',').filter(Boolean) as (typeof SEND_CHANNELS)[number][],
      clockAt: this.clock.shifted ? this.clock.now().toISOString() : null,
    };
  }

  async userPicture({ userId, name }: Actor): Promise<UserPicture> {
    const row = await this.database.row<{ file: string | null }>(sql`
      SELECT picture AS file FROM user WHERE id = ${userId}`);
    return { name, picture: pictureAddress(userId, row?.file ?? null) };
  }
}
