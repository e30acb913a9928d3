import { Injectable } from '@nestjs/common';
import {
  ComplaintCauseChange,
  type ComplaintCauseForm,
} from '../../../contract/supervision/complaint-causes.js';
import type { Actor } from '../../platform/auth/actor.js';
import { ConfiguredEntity, type Written } from '../../platform/db/configured-entity.js';
import type { Tx } from '../../platform/db/unit-of-work.js';
import { ComplaintCause } from '../../domain/complaints/complaint-cause.entity.js';
import { causeRow } from './complaint-causes.queries.js';

/** The regulator's causes, kept by the topmost institution for all. */
@Injectable()
export class ComplaintCausesService extends ConfiguredEntity<ComplaintCause, ComplaintCauseForm> {
  readonly entity = ComplaintCause;
  readonly noun = 'complaintCause';
  protected readonly input = ComplaintCauseChange;
  protected readonly notFound = 'complaint.causeNotFound';
  protected override readonly duplicate = ['complaint.causeTaken', 'name'] as const;

  protected columns(_: Tx, form: ComplaintCauseForm) {
    return Promise.resolve(form);
  }

  protected inForce(cause: ComplaintCause) {
    return causeRow(cause);
  }

  protected override emit(tx: Tx, { what, row, changes, actor }: Written<ComplaintCause>): void {
    const { institutionId, institutionIds } = actor;
    const heardBy = [...institutionIds];
    tx.emit(`complaintCause.${what}`, { causeId: row.id, institutionId, heardBy, changes });
  }

  protected override find(tx: Tx, actor: Actor, id: number): Promise<ComplaintCause | null> {
    if (!actor.everywhere) return Promise.resolve(null);
    return tx.manager.findOne(ComplaintCause, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }
}
