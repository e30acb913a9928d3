import { Injectable } from '@nestjs/common';
import { DataSource, type EntityTarget } from 'typeorm';
import { AnnouncementChange } from '../../../contract/supervision/announcements.js';
import type { Role } from '../../../contract/codes.js';
import { AddressListChange } from '../../../contract/administration/configuration.js';
import { GrantsChange } from '../../../contract/administration/grants.js';
import { GroupChange, InstitutionChange } from '../../../contract/administration/institutions.js';
import { SoftphoneChange } from '../../../contract/contact/softphones.js';
import type { Actor } from '../../platform/auth/actor.js';
import type { Versioned } from '../../platform/db/columns.js';
import { AppError } from '../../platform/http/app-error.js';
import { Announcement } from '../../domain/announcements/announcement.entity.js';
import { AnnouncementsService } from '../announcements/announcements.service.js';
import { ConfigurationService } from '../settings/configuration/configuration.service.js';
import { GrantsQueries } from '../grants/grants.queries.js';
import { GrantsService } from '../grants/grants.service.js';
import { Group } from '../../domain/groups/group.entity.js';
import { GroupsService } from '../groups/groups.service.js';
import { ClosingService } from '../institutions/closing.service.js';
import { Institution } from '../../domain/institutions/institution.entity.js';
import { InstitutionsService } from '../institutions/institutions.service.js';
import { AddressListService } from '../session/address-list.service.js';
import { Softphone } from '../../domain/softphones/softphone.entity.js';
import { SoftphonesService } from '../softphones/softphones.service.js';
import { parsed, undone, type Back, type OfficeWay } from '../../domain/audit/audit.rules.js';

/** How changes of places, rights and lines are put back: by the commands of their screens. */
@Injectable()
export class OfficeWays {
  constructor(
    private readonly dataSource: DataSource,
    private readonly configuration: ConfigurationService,
    private readonly addresses: AddressListService,
    private readonly rights: GrantsService,
    private readonly rightsInForce: GrantsQueries,
    private readonly institutions: InstitutionsService,
    private readonly closing: ClosingService,
    private readonly groups: GroupsService,
    private readonly softphones: SoftphonesService,
    private readonly announcements: AnnouncementsService,
  ) {}

  readonly all: Record<OfficeWay, (actor: Actor, back: Back) => Promise<unknown>> = {
    addressList: async (actor, { changes, from }) => {
      const inForce = await this.configuration.read(actor, 'addresses');
      return this.addresses.change(actor, parsed(AddressListChange, undone(inForce, changes)), from);
    },
    grants: async (actor, { institutionId, changes, facts }) => {
      const role = facts['role'] as Role;
      const held = await this.rightsInForce.info(actor, { institutionId, role });
      return this.rights.save(actor, parsed(GrantsChange, undone(held, changes)));
    },
    institution: async (actor, back) => {
      const { old, id, version } = await this.old(Institution, back);
      if ('enabled' in back.changes)
        return this.closing.setStatus(actor, { id, version, enabled: old.enabled });
      const { name, code, parentId } = old;
      return this.institutions.save(actor, parsed(InstitutionChange, { id, version, name, code, parentId }));
    },
    group: async (actor, back) => {
      const { old, id, version } = await this.old(Group, back);
      if ('enabled' in back.changes)
        return this.groups.setStatus(actor, { id, version, enabled: old.enabled });
      const { name, institutionId } = old;
      return this.groups.save(actor, parsed(GroupChange, { id, version, name, institutionId }));
    },
    softphone: async (actor, back) => {
      const { old, id, version } = await this.old(Softphone, back);
      if ('status' in back.changes)
        return this.softphones.operate(actor, {
          ...{ id, version },
          act: old.status === 'ENABLED' ? 'enable' : 'disable',
        });
      const form = { ...old, id, version, password: null };
      return this.softphones.save(actor, parsed(SoftphoneChange, form));
    },
    /** The people it names, and how, are in no event: only times, audience and visibility come back. */
    announcement: async (actor, back) => {
      const { old, id: msgId, version } = await this.old(Announcement, back);
      const { kind, groupId, texts, name, irregularities, processResult } = old;
      const form = { kind, groupId, name, irregularities, processResult, msgId, version };
      const { cn = null, en = null, es = null } = texts;
      const [startsAt, endsAt] = [old.startsAt, old.endsAt].map((at) => at && new Date(at).toISOString());
      const published = old.publishedAt !== null;
      return this.announcements.update(
        actor,
        parsed(AnnouncementChange, { ...form, texts: { cn, en, es }, startsAt, endsAt, published }),
      );
    },
  };

  /** The row as it was, with the version that stands now; its command asks for the scope. */
  private async old<Row extends Versioned>(
    entity: EntityTarget<Row>,
    { subjectId, changes }: Back,
  ): Promise<{ old: Row; id: number; version: number }> {
    const query = this.dataSource.createQueryBuilder(entity, 'e');
    const row = await query.where('e.id = :subjectId', { subjectId }).getOne();
    if (!row) throw new AppError('audit.notFound');
    const { id, version } = row;
    return { old: undone(row, changes), id, version };
  }
}
