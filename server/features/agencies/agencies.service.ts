import { Injectable } from '@nestjs/common';
import { In, IsNull, Not } from 'typeorm';
import { AgencyChange, type AgencyForm, numbersIn } from '../../../contract/contact/agencies.js';
import { canonicalNumber } from '../../platform/crypto/vault.js';
import type { Actor } from '../../platform/auth/actor.js';
import { ConfiguredEntity, type Saving } from '../../platform/db/configured-entity.js';
import type { Tx } from '../../platform/db/unit-of-work.js';
import { fieldError } from '../../platform/http/app-error.js';
import { Agency } from '../../domain/agencies/agency.entity.js';
import { Institution } from '../../domain/institutions/institution.entity.js';
import { AgencyNumber } from '../../domain/agencies/agency-number.entity.js';
import { agencyRow } from './agencies.queries.js';

/** The register of who calls, and from which numbers. */
@Injectable()
export class AgenciesService extends ConfiguredEntity<Agency, AgencyForm> {
  readonly entity = Agency;
  readonly noun = 'agency';
  protected readonly input = AgencyChange;
  protected readonly notFound = 'agency.notFound';
  protected override readonly duplicate = ['agency.nameTaken', 'name'] as const;

  /** @throws agency.numberTaken (field) for a number of another agency */
  protected async columns(tx: Tx, form: AgencyForm, { id }: Saving<Agency>) {
    const numbers = [...new Set((numbersIn(form.numbers) ?? []).map(canonicalNumber))];
    const [taken] = await tx.manager.find(AgencyNumber, {
      where: { number: In(numbers), agencyId: Not(id) },
      take: 1,
    });
    if (taken) throw fieldError('agency.numberTaken', 'numbers', { number: taken.number });
    await tx.manager.delete(AgencyNumber, { agencyId: id });
    if (numbers.length > 0)
      await tx.manager.insert(
        AgencyNumber,
        numbers.map((number) => ({ number, agencyId: id })),
      );
    return { ...form, numbers: numbers.join('\n') };
  }

  /** One change at a time: a number that two agencies are given at once is refused at its field. */
  protected override transact<Result>(actor: Actor, work: (tx: Tx) => Promise<Result>): Promise<Result> {
    return super.transact(actor, async (tx) => {
      const lock = { mode: 'pessimistic_write' } as const;
      await tx.manager.findOne(Institution, { where: { parentId: IsNull() }, order: { id: 'ASC' }, lock });
      return work(tx);
    });
  }

  protected inForce(agency: Agency) {
    return agencyRow(agency);
  }
}
