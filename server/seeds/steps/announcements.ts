import { Injectable } from '@nestjs/common';
import type { NewAnnouncement } from '../../../contract/supervision/announcements.js';
import { AnnouncementsService } from '../../features/announcements/announcements.service.js';
import { Database } from '../../platform/db/database.js';
import { sql } from '../../platform/db/sql.js';
import { actorOf, type SeedUser } from '../actors.js';
import { portrait } from '../generators/portrait.js';

const MESSAGES: readonly NewAnnouncement[] = [
  {
    kind: 'VIOLATION',
    published: true,
    name: 'Raúl Mendoza Ortiz',
    idNo: 'MEOR880312HDFNRL05',
    irregularities: 'Reveló el adeudo de un cliente a un vecino durante una llamada.',
    processResult: 'Suspensión de tres días sin goce de sueldo y curso obligatorio de trato al cliente.',
    texts: {
      es: 'Sanción por revelar el adeudo de un cliente a un tercero: revise el caso y las reglas de contacto vigentes.',
    },
    base64Image: portrait(1),
  },
  {
    kind: 'VIOLATION',
    published: true,
    texts: {},
    name: 'Diana Salgado Ríos',
    idNo: 'SARD950721MNLLSN02',
    irregularities: 'Usó su teléfono personal para enviar mensajes a un cliente fuera del horario permitido.',
    processResult: 'Amonestación por escrito y pérdida del bono del mes.',
    base64Image: portrait(2),
  },
  {
    kind: 'NOTICE',
    published: true,
    texts: {
      cn: '请注意：周日和法定节假日不得联系客户。如有疑问，请咨询您的组长。',
      en: 'Please remember: no customer is contacted on Sundays and public holidays. Ask your leader if in doubt.',
      es: 'Recuerde: no se contacta a ningún cliente en domingo ni en días festivos. Ante cualquier duda, consulte a su líder.',
    },
  },
];

/** Seeds what each institution's people find when they sign in: two violation announcements and a notice in three languages. */
@Injectable()
export class AnnouncementsSeed {
  constructor(
    private readonly database: Database,
    private readonly announcements: AnnouncementsService,
  ) {}

  async plant(): Promise<void> {
    const admin = await this.database.row<SeedUser>(sql`
      SELECT id, name, username, role, institution_id AS institutionId, group_id AS groupId, queue_id AS queueId
      FROM user WHERE role = 'admin' ORDER BY id LIMIT 1`);
    if (!admin) throw new Error('The demo has no administrator');
    const institutions = await this.database.rows<{ id: number }>(
      sql`SELECT id FROM institution ORDER BY id`,
    );
    const institutionIds = institutions.map(({ id }) => id);
    for (const institutionId of institutionIds) {
      for (const message of MESSAGES)
        await this.announcements.add({ ...actorOf(admin), institutionIds }, { ...message, institutionId });
    }
  }
}
