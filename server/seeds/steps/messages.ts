import { Injectable } from '@nestjs/common';
import type { SendChannel } from '../../../contract/contact/message-texts.js';
import { businessDay } from '../../../contract/shared/date.js';
import { MessagesService } from '../../features/messages/queue/messages.service.js';
import { ReceiptsService } from '../../features/messages/delivery/receipts.service.js';
import { RemindersService } from '../../features/messages/queue/reminders.service.js';
import { Database } from '../../platform/db/database.js';
import { Ids } from '../../platform/db/ids.js';
import { rowsOf, sql } from '../../platform/db/sql.js';
import { AppError } from '../../platform/http/app-error.js';
import { actorOf, type SeedUser } from '../actors.js';
import type { SeedClock } from '../seed-clock.js';

interface Template {
  channel: SendChannel;
  name: string;
  body: string;
  others?: { en: string; cn: string };
}

/** The text by which every queue reminds of promises. */
const REMINDER: Template = {
  channel: 'SMS',
  name: 'Recordatorio de promesa',
  body: 'Hola {{name}}, hoy vence su promesa de pago de {{amount}} con {{app}}. Puede pagar por SPEI u OXXO. Quejas: CONDUSEF',
};
/** Written without the accents that would turn 160 characters into 70. */
export const TEMPLATES: readonly Template[] = [
  {
    channel: 'SMS',
    name: 'Recordatorio de pago',
    body: 'Hola {{name}}, su saldo de {{amount}} con {{app}} sigue pendiente. Puede pagar por SPEI u OXXO. Quejas: CONDUSEF',
    others: {
      en: 'Hello {{name}}, your balance of {{amount}} with {{app}} is still open. Pay by SPEI or OXXO. Complaints: CONDUSEF',
      cn: '{{app}}：{{name}}，欠款{{amount}}，请今日还款。投诉：CONDUSEF',
    },
  },
  {
    channel: 'SMS',
    name: 'Promesa para hoy',
    body: '{{name}}, le recordamos su promesa de pago de {{amount}} a {{app}} para el {{day:day}}. {{agent}}. Quejas: CONDUSEF',
  },
  {
    channel: 'SMS',
    name: 'Dónde pagar',
    body: '{{name}}, pague {{amount}} a {{app}} en {{place}}. Ref. {{loan}}. Quejas: CONDUSEF',
  },
  REMINDER,
  {
    channel: 'WABA',
    name: 'Aviso amable',
    body: 'Hola {{name}}, soy {{agent}} de {{app}}. Su crédito venció el {{dueDate}} y el saldo es de {{amount}}. ¿Le ayudo a encontrar la mejor forma de pago? Quejas: CONDUSEF.',
  },
  {
    channel: 'WABA',
    name: 'Sin respuesta',
    body: 'Hola {{name}}, intentamos comunicarnos con usted por su saldo de {{amount}} con {{app}}. Si tiene dudas, responda a este mensaje. Quejas: CONDUSEF.',
  },
  {
    channel: 'IVR',
    name: 'Mensaje de voz',
    body: 'Hola {{name}}. Tiene un saldo pendiente de {{amount}} con {{app}}. Marque uno para hablar con un asesor. Quejas: CONDUSEF.',
  },
];

const WRITERS = 12;
const CASES_OF_A_DAY = 4;
const REMINDERS_OF_A_DAY = 8;
/** One message in so many is not delivered. */
const FAILING = 9;

/** Templates for everybody, and on each day some messages of a few collectors with the receipts that came back. */
@Injectable()
export class MessagesSeed {
  private templates: { id: number; template: Template }[] = [];
  private sent = 0;

  constructor(
    private readonly database: Database,
    private readonly ids: Ids,
    private readonly messages: MessagesService,
    private readonly receipts: ReceiptsService,
    private readonly reminders: RemindersService,
  ) {}

  async plant(clock: SeedClock): Promise<void> {
    const ids = await this.ids.takeMany(TEMPLATES.length);
    this.templates = TEMPLATES.map((template, index) => ({ id: ids[index]!, template }));
    const house = await this.database.row<{ id: number }>(
      sql`SELECT MIN(id) AS id FROM institution WHERE parent_id IS NULL`,
    );
    const rows = this.templates.map(({ id, template: { channel, name, body, others } }) => {
      const texts = JSON.stringify({ es: body, ...others });
      return [id, house!.id, channel, name, texts, clock.now()];
    });
    await this.database.run(sql`
      INSERT INTO message_template (id, institution_id, channel, name, texts, updated_at) VALUES ${rowsOf(rows)}`);
    const reminder = this.templates.find(({ template }) => template === REMINDER)!;
    await this.database.run(
      sql`UPDATE queue SET reminder_template_id = ${reminder.id}, version = version + 1`,
    );
  }

  /** Sends nothing that the guard would have refused on that day or at that hour. */
  async day(clock: SeedClock, collectors: readonly SeedUser[]): Promise<void> {
    for (const collector of collectors.slice(0, WRITERS)) {
      const cases = await this.database.rows<{ id: number; contactId: number }>(sql`
        SELECT c.id, k.id AS contactId FROM collection_case c
        JOIN contact k ON k.borrower_id = c.borrower_id AND k.relation = 'R01'
        WHERE c.owner_id = ${collector.id} AND c.status IN ('C01', 'C10') ORDER BY c.due_date DESC, c.id DESC
        LIMIT ${CASES_OF_A_DAY}`);
      for (const { id, contactId } of cases) await this.write(clock, collector, id, contactId);
    }
    for (const id of await this.reminders.remind(REMINDERS_OF_A_DAY)) await this.arrive(clock, id);
  }

  private async write(
    clock: SeedClock,
    collector: SeedUser,
    taskId: number,
    contactId: number,
  ): Promise<void> {
    const number = ++this.sent;
    const { id: templateId, template } = this.templates[number % 2 === 0 ? 0 : 2]!;
    const clientRequestId = `demo-sms-${businessDay(clock.now())}-${number}`;
    const order = {
      taskId,
      contactId,
      templateId,
      channel: template.channel,
      language: 'es',
      clientRequestId,
    } as const;
    try {
      const { id } = await this.messages.send(actorOf(collector), { ...order, params: { place: 'OXXO' } });
      await this.arrive(clock, id, number % FAILING === 0 ? 'FAILED' : 'DELIVERED');
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }

  private async arrive(
    clock: SeedClock,
    id: number,
    status: 'FAILED' | 'DELIVERED' = 'DELIVERED',
  ): Promise<void> {
    await this.receipts.receive({
      eventId: `demo-sms-${id}`,
      messageId: `demo-${id}`,
      idempotencyKey: `message-${id}`,
      status,
      at: clock.now().toISOString(),
    });
  }
}
