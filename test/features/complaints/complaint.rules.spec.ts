import { describe, expect, it } from '@jest/globals';
import { COMPLAINT_STATES, type ComplaintState } from '../../../contract/supervision/complaints.js';
import type { Permission } from '../../../contract/permissions.js';
import {
  actsFor,
  deadlineOf,
  refusalOf,
  statusAfter,
  type ComplaintFacts,
} from '../../../server/domain/complaints/complaint.rules.js';

const NOW = new Date('2026-11-20T18:00:00Z');
const COLLECTOR = 1;
const HANDLER = 2;
const MANAGER = 3;
const person = (userId: number, ...permissions: Permission[]) => ({
  userId,
  permissions: new Set(permissions),
});
const handler = person(HANDLER, 'complaint:read', 'complaint:handle');
const manager = person(MANAGER, 'complaint:read', 'complaint:handle', 'complaint:manage');
const complaint = (status: ComplaintState, more: Partial<ComplaintFacts> = {}): ComplaintFacts => ({
  ...{ status, collectorId: COLLECTOR, handlerId: HANDLER, finedAt: null, transferredAt: null },
  completedAt: status === 'COMPLETED' ? NOW : null,
  ...more,
});

describe('the life of a complaint', () => {
  it.each([
    ['PENDING', [], ['allocate', 'transfer', 'attach', 'classify']],
    ['PROCESSING', ['process', 'return', 'attach'], ['allocate', 'return', 'transfer', 'attach', 'classify']],
    ['PENDING_CLOSURE', ['attach'], ['done', 'return', 'penalty', 'transfer', 'attach', 'classify']],
    ['COMPLETED', [], ['reopen', 'penalty', 'classify']],
  ] as const)('offers in %s to its handler %j, and to who manages %j', (status, handles, manages) => {
    const own = handles.length === 0 && status === 'PENDING' ? ['attach'] : handles;
    expect(actsFor(handler, complaint(status), NOW).sort()).toEqual([...own].sort());
    expect(actsFor(manager, complaint(status), NOW).sort()).toEqual([...manages].sort());
  });

  it('goes back one step at a time', () => {
    expect(statusAfter('return', 'PENDING_CLOSURE')).toBe('PROCESSING');
    expect(statusAfter('return', 'PROCESSING')).toBe('PENDING');
    expect(statusAfter('transfer', 'PROCESSING')).toBe('PROCESSING');
  });

  it.each(COMPLAINT_STATES)('is nothing for whom it is about, in %s', (status) => {
    const about = person(COLLECTOR, 'complaint:read', 'complaint:handle', 'complaint:manage');
    expect(actsFor(about, complaint(status), NOW)).toEqual([]);
    expect(refusalOf('allocate', about, complaint(status), NOW)).toBe('complaint.own');
  });

  it('is completed by somebody other than who handled it', () => {
    const both = person(HANDLER, 'complaint:handle', 'complaint:manage');
    expect(refusalOf('done', both, complaint('PENDING_CLOSURE'), NOW)).toBe('complaint.sameHandler');
    expect(refusalOf('done', manager, complaint('PENDING_CLOSURE'), NOW)).toBeNull();
  });

  it('is processed by its handler alone, who may give it back', () => {
    expect(refusalOf('process', manager, complaint('PROCESSING'), NOW)).toBe('complaint.otherHandler');
    expect(refusalOf('return', handler, complaint('PENDING_CLOSURE'), NOW)).toBe('complaint.otherHandler');
    expect(refusalOf('return', person(9, 'complaint:handle'), complaint('PROCESSING'), NOW)).toBe(
      'complaint.otherHandler',
    );
  });

  it('is fined once, and reopened for 30 days', () => {
    expect(refusalOf('penalty', manager, complaint('COMPLETED', { finedAt: NOW }), NOW)).toBe(
      'complaint.fined',
    );
    const before = (days: number) => new Date(NOW.getTime() - days * 86_400_000);
    expect(refusalOf('reopen', manager, complaint('COMPLETED', { completedAt: before(30) }), NOW)).toBeNull();
    expect(refusalOf('reopen', manager, complaint('COMPLETED', { completedAt: before(31) }), NOW)).toBe(
      'complaint.tooLate',
    );
  });
});

describe('the deadline', () => {
  it.each([
    [1, '2026-11-20T18:00:00Z', '2026-11-21T18:00:00.000Z'],
    [2, '2026-11-20T18:00:00Z', '2026-11-22T18:00:00.000Z'],
    // Friday the 20th: Monday to Friday follow, and the fifth day ends in Mexico City.
    [3, '2026-11-20T18:00:00Z', '2026-11-28T06:00:00.000Z'],
    // The third Monday of November is a holiday.
    [3, '2026-11-12T18:00:00Z', '2026-11-21T06:00:00.000Z'],
  ] as const)('of level %i from %s is %s', (level, from, until) => {
    expect(deadlineOf(level, new Date(from)).toISOString()).toBe(until);
  });
});
