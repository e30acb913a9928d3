import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { readPlaces } from '../../../contract/administration/identity-places.js';
import { fieldError } from '../../platform/http/app-error.js';
import { Group } from '../../domain/groups/group.entity.js';
import { Institution } from '../../domain/institutions/institution.entity.js';
import { Queue } from '../../domain/queues/queue.entity.js';

/** Whether the work that groups of an identity provider stand for is there. */
@Injectable()
export class PlacesService {
  constructor(private readonly dataSource: DataSource) {}

  /** @throws identity.unknownPlace, which names the first institution, team or queue that is not in use */
  async judge(text: string | null): Promise<void> {
    for (const place of readPlaces(text ?? '') ?? []) {
      const { institution: code, team, queue } = place;
      const { manager } = this.dataSource;
      const institution = await manager.findOneBy(Institution, { code, enabled: true });
      if (!institution) throw unknown(code);
      const institutionId = institution.id;
      if (team !== null && !(await manager.existsBy(Group, { institutionId, name: team, enabled: true })))
        throw unknown(`${code} / ${team}`);
      if (queue !== null && !(await manager.existsBy(Queue, { institutionId, code: queue })))
        throw unknown(`${code} / ${queue}`);
    }
  }
}

const unknown = (what: string) => fieldError('identity.unknownPlace', 'places', { what });
