import { Entity } from 'typeorm';
import { Count, Ref } from '../../../platform/db/columns.js';

/** The case's state before, and its version after: one that has changed since is not taken back. */
@Entity('binding_case')
export class BindingCase {
  @Ref({ of: 'binding', primary: true })
  bindingId!: number;

  @Ref({ of: 'collection_case', primary: true })
  caseId!: number;

  @Ref({ of: 'user', nullable: true })
  ownerId!: number | null;

  @Ref({ of: 'admin_group', nullable: true })
  groupId!: number | null;

  @Count()
  version!: number;
}
