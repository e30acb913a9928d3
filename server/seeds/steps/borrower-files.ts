import { Injectable } from '@nestjs/common';
import type { PictureKind } from '../../../contract/cases/borrowers.js';
import type { IdentityIntake } from '../../../contract/cases/intake.js';
import { ContactsService } from '../../features/borrowers/contacts.service.js';
import { CallOutMessagesService } from '../../features/borrowers/call-out-messages.service.js';
import { IdentityIntakeService } from '../../features/borrowers/intake/identity-intake.service.js';
import { PicturesIntakeService } from '../../features/borrowers/intake/pictures-intake.service.js';
import { VisitsIntakeService } from '../../features/borrowers/intake/visits-intake.service.js';
import { PicturesService } from '../../features/borrowers/pictures.service.js';
import { RevealsService } from '../../features/borrowers/reveals.service.js';
import { ImportsService } from '../../features/imports/imports.service.js';
import { maskPhone, Vault } from '../../platform/crypto/vault.js';
import { Database } from '../../platform/db/database.js';
import { Ids } from '../../platform/db/ids.js';
import { list, rowsOf, sql, type Param } from '../../platform/db/sql.js';
import { UnitOfWork } from '../../platform/db/unit-of-work.js';
import { actorOf, type SeedUser } from '../actors.js';
import { relative } from '../generators/borrowers.js';
import { idBack, idFront, workPaper } from '../generators/pictures.js';
import { portrait } from '../generators/portrait.js';
import { Random } from '../generators/random.js';

/** Collectors whose borrowers have sent pictures: those that a person would sign in as. */
const COLLECTORS = 8;
const BORROWERS = 1_000;
const ADDRESS_BOOKS = 200;
const FACES = 6;
/** Long-aging cases that get a second and a third loan. */
const GATHERED = 40;
const NOTED = 24;
const ROWS_PER_STATEMENT = 500;
const MESSAGES_AT_ONCE = 1_000;

interface Known {
  id: number;
  institutionCode: string;
  borrowerExternalId: string;
}
interface Noted {
  taskId: number;
  ownerId: number;
  contactId: number | null;
}
interface Gathered {
  institution: string;
  queue: string;
  borrower: string;
  name: string;
  phone: Buffer;
}

/** Pictures, identity answers, address books, further loans of long-aging borrowers, and what people noted on some cases. */
@Injectable()
export class BorrowerFilesSeed {
  constructor(
    private readonly database: Database,
    private readonly uow: UnitOfWork,
    private readonly ids: Ids,
    private readonly vault: Vault,
    private readonly picturesIntake: PicturesIntakeService,
    private readonly identities: IdentityIntakeService,
    private readonly visits: VisitsIntakeService,
    private readonly imports: ImportsService,
    private readonly contacts: ContactsService,
    private readonly pictures: PicturesService,
    private readonly messages: CallOutMessagesService,
    private readonly reveals: RevealsService,
  ) {}

  async plant(collectors: readonly SeedUser[], seed: number, now: Date): Promise<void> {
    const borrowers = await this.database.rows<Known>(sql`
      SELECT DISTINCT b.id, i.code AS institutionCode, b.external_id AS borrowerExternalId
      FROM collection_case c JOIN borrower b ON b.id = c.borrower_id JOIN institution i ON i.id = b.institution_id
      WHERE c.owner_id IN ${list(collectors.slice(0, COLLECTORS).map(({ id }) => id))} ORDER BY b.id LIMIT ${String(BORROWERS)}`);
    await this.sendPictures(borrowers, now);
    await this.sendAnswers(borrowers, seed, now);
    await this.sendVisits(borrowers, seed, now);
    await this.plantBooks(seed);
    await this.mergeLongAging(seed, now);
    await this.note(collectors);
  }

  /** A few drawings serve all borrowers. */
  private async sendPictures(borrowers: readonly Known[], now: Date): Promise<void> {
    const [back, work] = [idBack(), workPaper()].map((picture) => picture.toString('base64'));
    const fronts = Array.from({ length: FACES }, (_, face) => idFront(face + 1).toString('base64'));
    const faces = Array.from({ length: FACES }, (_, face) => portrait(face + 1));
    const takenAt = now.toISOString();
    const messages = borrowers.flatMap(({ id, ...borrower }, index) => {
      const face = faces[index % FACES]!;
      const all: [PictureKind, string][] = [
        ['ID_FRONT', fronts[index % FACES]!],
        ['ID_BACK', back!],
        ['FACE', face],
        ['LIVE', face],
        ['WORK', work!],
      ];
      // Some uploaded nothing, many no work information.
      const uploaded = index % 11 === 10 ? [] : all.slice(0, index % 3 === 0 ? 5 : 4);
      return uploaded.map(([kind, content]) => {
        return { ...borrower, externalId: `demo-${id}-${kind}`, kind, takenAt, content };
      });
    });
    await this.inParts(messages, (part) => this.picturesIntake.take(part));
  }

  private async sendAnswers(borrowers: readonly Known[], seed: number, now: Date): Promise<void> {
    const verified = borrowers.filter((_, index) => index % 7 !== 6);
    const messages = verified.map(({ id, ...borrower }): IdentityIntake => {
      const random = new Random(seed, id);
      const creditScore = random.between(420, 780);
      return {
        ...borrower,
        externalId: `demo-${id}`,
        provider: 'Alibaba Cloud',
        reference: `ALI-${random.digits(10)}`,
        checkedAt: now.toISOString(),
        identityMatch: random.chance(0.97),
        phoneMatch: random.chance(0.9),
        faceSimilarity: Number((0.8 + random.next() * 0.199).toFixed(4)),
        creditScore,
        riskLevel: creditScore > 650 ? 'LOW' : creditScore > 530 ? 'MEDIUM' : 'HIGH',
        recentLenders: random.between(0, 14),
        overdueElsewhere: random.chance(0.3),
      };
    });
    await this.inParts(messages, (part) => this.identities.take(part));
  }

  private async sendVisits(borrowers: readonly Known[], seed: number, now: Date): Promise<void> {
    const messages = borrowers.map(({ id, ...borrower }) => {
      const hoursAgo = new Random(seed ^ 0x717, id).between(1, 400);
      const visitedAt = new Date(now.getTime() - hoursAgo * 3_600_000).toISOString();
      return { ...borrower, externalId: `demo-${id}`, visitedAt };
    });
    await this.inParts(messages, (part) => this.visits.take(part));
  }

  /** Where the policy keeps them: the intake has taken a few entries in already. */
  private async plantBooks(seed: number): Promise<void> {
    const owners = await this.database.rows<{ id: number }>(sql`
      SELECT b.id FROM borrower b JOIN institution i ON i.id = b.institution_id
      WHERE i.device_data = 1 ORDER BY b.id LIMIT ${String(ADDRESS_BOOKS)}`);
    const entries = owners.flatMap(({ id }) => {
      const random = new Random(seed ^ 0x11, id);
      return Array.from({ length: random.between(4, 12) }, () => ({ borrowerId: id, ...relative(random) }));
    });
    const ids = await this.ids.takeMany(entries.length);
    const rows = entries.map(({ borrowerId, name, phone }, index) => [
      ...[
        ids[index]!,
        borrowerId,
        name,
        this.vault.seal(phone),
        this.vault.index(phone),
        maskPhone(phone),
        'R11',
      ],
    ]);
    await this.insert(
      rows,
      (part) => sql`
      INSERT IGNORE INTO contact (id, borrower_id, name, phone_enc, phone_hash, phone_mask, relation)
      VALUES ${rowsOf(part)}`,
    );
  }

  /** Further overdue loans of borrowers in a long-aging queue: the intake puts them into the case that is there. */
  private async mergeLongAging(seed: number, now: Date): Promise<void> {
    const found = await this.database.rows<Gathered>(sql`
      SELECT i.code AS institution, q.code AS queue, b.external_id AS borrower, b.name, b.phone_enc AS phone
      FROM collection_case c JOIN borrower b ON b.id = c.borrower_id JOIN queue q ON q.id = c.queue_id
      JOIN institution i ON i.id = c.institution_id
      WHERE c.kind = 'LONG_AGING' AND c.is_open = 1 ORDER BY c.id LIMIT ${String(GATHERED)}`);
    const rows = found.flatMap(({ phone, ...person }, index) => {
      const random = new Random(seed ^ 0x5eed, index);
      return Array.from({ length: 1 + (index % 2) }, (_, nth) => ({
        line: index * 2 + nth + 2,
        cells: loanCells(random, { ...person, phone: this.vault.open(phone) }, index * 2 + nth, now),
      }));
    });
    await this.imports.importRows(rows, { fileName: 'demo-long-aging.csv' });
  }

  private async note(collectors: readonly SeedUser[]): Promise<void> {
    const people = new Map(collectors.map((user) => [user.id, user]));
    const cases = await this.database.rows<Noted>(sql`
      SELECT c.id AS taskId, c.owner_id AS ownerId,
        (SELECT MIN(k.id) FROM contact k WHERE k.borrower_id = c.borrower_id
          AND k.relation NOT IN ('R01', 'R11', 'R12')) AS contactId
      FROM collection_case c WHERE c.is_open = 1 AND c.owner_id IS NOT NULL ORDER BY c.id LIMIT ${String(NOTED)}`);
    for (const [index, { taskId, ownerId, contactId }] of cases.entries()) {
      const user = people.get(ownerId);
      if (!user) continue;
      const actor = actorOf(user);
      if (contactId !== null) await this.contacts.save(actor, { taskId, contactId, emergency: true });
      if (index % 2 === 0)
        await this.reveals.reveal(actor, { taskId, contactId: 'borrower', purpose: 'CALL' });
      if (index % 3 === 0)
        await this.pictures.comment(actor, {
          taskId,
          kind: 'ID_FRONT',
          comment: 'La vigencia no se alcanza a leer.',
        });
      if (index % 4 === 0)
        await this.messages.leave(actor, {
          taskId,
          contactId,
          message: 'Se dejó recado: que devuelva la llamada.',
        });
    }
  }

  private async inParts<Message>(
    messages: readonly Message[],
    send: (part: Message[]) => Promise<unknown>,
  ): Promise<void> {
    for (let from = 0; from < messages.length; from += MESSAGES_AT_ONCE)
      await this.uow.bulk([() => send(messages.slice(from, from + MESSAGES_AT_ONCE))]);
  }

  private async insert(
    rows: (Param | undefined)[][],
    statement: (part: (Param | undefined)[][]) => ReturnType<typeof sql>,
  ): Promise<void> {
    for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT)
      await this.database.run(statement(rows.slice(from, from + ROWS_PER_STATEMENT)));
  }
}

function loanCells(
  random: Random,
  person: Omit<Gathered, 'phone'> & { phone: string },
  index: number,
  now: Date,
): Record<string, string> {
  const day = (daysAgo: number) => new Date(now.getTime() - daysAgo * 86_400_000).toISOString().slice(0, 10);
  const principal = random.between(8, 60) * 100;
  const late = random.between(35, 80);
  return {
    institutionCode: person.institution,
    queueCode: person.queue,
    appName: random.pick(['Prestamo Ya', 'Credi Rápido']),
    productCategory: 'PAYDAY',
    platform: 'android',
    borrowerExternalId: person.borrower,
    borrowerName: person.name,
    phone: person.phone,
    loanExternalId: `ML${String(index + 1).padStart(8, '0')}`,
    loanItemExternalId: `ML${String(index + 1).padStart(8, '0')}-1`,
    reloan: '1',
    disbursedAt: day(late + 30),
    contractAmount: `${principal}.00`,
    period: '1',
    dueDate: day(late),
    principal: `${principal}.00`,
    interest: (principal * 0.12).toFixed(2),
    penalty: (principal * 0.2).toFixed(2),
    iva: (principal * 0.05).toFixed(2),
    paidAmount: '0',
  };
}
