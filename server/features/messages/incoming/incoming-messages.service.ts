import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type {
  IncomingAnswer,
  IncomingMessage as Incoming,
  Meaning,
} from '../../../../contract/contact/incoming-messages.js';
import { SYSTEM } from '../../../platform/auth/actor.js';
import { maskPhone, normalisePhone, Vault } from '../../../platform/crypto/vault.js';
import { dbErrorCode } from '../../../platform/db/database.js';
import { Ids } from '../../../platform/db/ids.js';
import { UnitOfWork, type Tx } from '../../../platform/db/unit-of-work.js';
import { Contact } from '../../../domain/borrowers/contact.entity.js';
import { Case } from '../../../domain/cases/case.entity.js';
import { IncomingMessage } from '../../../domain/messages/incoming/incoming-message.entity.js';
import { meaningOf, REPLIES } from '../../../domain/messages/incoming/meaning.rules.js';
import { Message } from '../../../domain/messages/message.entity.js';
import { SHUT_GATE } from '../../../domain/stops/forbidden.sql.js';
import { ContactRulesService } from '../../contact-compliance/holds/contact-rules.service.js';
import { NumberStopsService } from '../../stops/number-stops.service.js';

/** Borrowers who share a number. */
const MAX_HOLDERS = 20;

/** Characters of the message beside what it did: the signs around its words may be many. */
const WORDS_KEPT = 200;

/** A contact that has the number, with a case of its borrower. */
interface Holder {
  contactId: number;
  of: Case;
}

/**
 * Messages that come in. What says that the number is somebody else's, or that there should be no more, takes effect in the
 * transaction that stores it: nobody has to read it first. It is no contact of ours and counts as no attempt.
 */
@Injectable()
export class IncomingMessagesService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly ids: Ids,
    private readonly vault: Vault,
    private readonly rules: ContactRulesService,
    private readonly numbers: NumberStopsService,
  ) {}

  async receive(message: Incoming): Promise<IncomingAnswer> {
    const meaning = meaningOf(message.text);
    const id = await this.ids.take();
    try {
      return await this.uow.transact(SYSTEM, (tx) => this.receiveWithin(tx, id, message, meaning));
    } catch (error) {
      if (dbErrorCode(error) === 'ER_DUP_ENTRY') return { repeated: true, meaning, reply: null };
      throw error;
    }
  }

  private async receiveWithin(
    tx: Tx,
    id: number,
    message: Incoming,
    meaning: Meaning,
  ): Promise<IncomingAnswer> {
    if (meaning !== 'OTHER') await tx.read(SHUT_GATE);
    // A short code or a name is no telephone of a borrower.
    const phone = normalisePhone(message.from);
    const holders = phone ? await this.holdersOf(tx, phone) : [];
    const [first] = holders;
    const number = phone ?? message.from;
    const phoneHash = this.vault.index(number);
    const isAnswered = await tx.manager.existsBy(IncomingMessage, { phoneHash, meaning });
    const { providerId, channel } = message;
    await tx.manager.insert(IncomingMessage, {
      ...{ id, providerId, channel, meaning, phoneHash, phoneMask: maskPhone(number) },
      ...{ phoneEnc: this.vault.seal(number), textEnc: this.vault.seal(message.text) },
      ...{ caseId: first?.of.id ?? null, contactId: first?.contactId ?? null },
      ...{ at: new Date(message.at), receivedAt: tx.now },
    });
    if (!first) return { repeated: false, meaning, reply: null };
    const { contactId, of } = first;
    tx.emit('message.received', {
      ...{ caseId: of.id, messageId: id, contactId, channel, meaning, agentId: of.ownerId },
    });
    const words = message.text.trim().slice(0, WORDS_KEPT);
    if (meaning === 'NOT_THEIRS') await this.stop(tx, first, words);
    if (meaning === 'OPT_OUT')
      for (const holder of holders)
        await this.rules.optOutBySender(tx, {
          ...{ taskId: holder.of.id, contactId: holder.contactId, channel, note: words },
        });
    return { repeated: false, meaning, reply: isAnswered ? null : REPLIES[meaning] };
  }

  private async stop(tx: Tx, { contactId, of: { institutionId } }: Holder, words: string): Promise<void> {
    if (await this.numbers.stands(tx, contactId)) return;
    const by = { byInstitutionId: institutionId, recordId: null, reason: this.vault.seal(words) };
    await this.numbers.place(tx, { contactId, institutionId, ...by });
  }

  /** The one that was written to last comes first: the message answers that. */
  private async holdersOf(tx: Tx, phone: string): Promise<Holder[]> {
    const contacts = await tx.manager.find(Contact, {
      where: { phoneHash: In(this.vault.indexes(phone)) },
      order: { id: 'DESC' },
      take: MAX_HOLDERS,
    });
    if (contacts.length === 0) return [];
    const last = await tx.manager.findOne(Message, {
      where: { contactId: In(contacts.map(({ id }) => id)) },
      order: { id: 'DESC' },
    });
    const cases = await tx.manager.find(Case, {
      where: { borrowerId: In(contacts.map(({ borrowerId }) => borrowerId)) },
      order: { isOpen: 'DESC', id: 'DESC' },
    });
    const holders = contacts.flatMap(({ id: contactId, borrowerId }) => {
      const own = cases.filter((each) => each.borrowerId === borrowerId);
      const of = own.find(({ id }) => contactId === last?.contactId && id === last.caseId) ?? own[0];
      return of ? [{ contactId, of }] : [];
    });
    const isLast = ({ contactId }: Holder) => Number(contactId === last?.contactId);
    return holders.sort((one, other) => isLast(other) - isLast(one));
  }
}
