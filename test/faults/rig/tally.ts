import { isAcknowledged, type Entry } from './calls.js';
import type { Rig } from './rig.js';

export interface Tally {
  acknowledged: number;
  refused: number;
  unanswered: number;
  lost: string[];
  doubled: string[];
  half: string[];
}

interface StoredPayment {
  id: number;
  reference: string;
  type: string;
  amount: number;
}

/** Compares what the clients were told with what stands in MySQL. */
export async function tally(rig: Rig): Promise<Tally> {
  const { journal } = rig.clients;
  const written = journal.filter((entry) => entry.call.kind !== 'read');
  const result: Tally = {
    acknowledged: written.filter(isAcknowledged).length,
    refused: written.filter((entry) => entry.code !== null && entry.code !== '00').length,
    unanswered: written.filter((entry) => entry.code === null).length,
    lost: [],
    doubled: [],
    half: [],
  };
  await tallyPayments(rig, byKey(journal, ['payment', 'reversal']), result);
  await tallyRecords(rig, byKey(journal, ['record']), result);
  await tallyBindings(rig, journal, result);
  return result;
}

async function tallyPayments(rig: Rig, keys: Map<string, Entry[]>, result: Tally): Promise<void> {
  const rows = await rig.rows<StoredPayment>(
    'SELECT id, provider_reference AS reference, type, amount FROM payment',
  );
  const stored = new Map(rows.map((row) => [row.reference, row]));
  for (const [key, entries] of keys) {
    const row = stored.get(key);
    const acknowledged = entries.filter(isAcknowledged);
    for (const entry of acknowledged) {
      const { paymentId } = entry.data as { paymentId: number };
      if (row?.id !== paymentId) result.lost.push(`payment ${key}: answered ${paymentId}, stored ${row?.id}`);
    }
    const first = acknowledged.filter((entry) => !(entry.data as { repeated: boolean }).repeated);
    if (first.length > 1) result.doubled.push(`payment ${key}: ${first.length} answers say it was the first`);
    if (row && acknowledged.length === 0 && entries.every((entry) => entry.code !== null))
      result.half.push(`payment ${key}: refused and yet stored`);
  }
  for (const { reference } of rows)
    if (!keys.has(reference)) result.doubled.push(`payment ${reference}: nobody sent it`);
}

async function tallyRecords(rig: Rig, keys: Map<string, Entry[]>, result: Tally): Promise<void> {
  const requests = await rig.rows<{ key: string; answer: string }>(
    'SELECT client_request_id AS `key`, answer FROM client_request',
  );
  const stored = new Map(
    requests.map((row) => [row.key, (JSON.parse(row.answer) as { recordId: number }).recordId]),
  );
  const logs = new Set(
    (
      await rig.rows<{ id: number }>(`SELECT id FROM collection_log
       WHERE collector_id IS NOT NULL AND NOT (collection_result <=> 'MSS') AND NOT (collection_result <=> 'MSF')`)
    ).map((row) => row.id),
  );
  for (const [key, entries] of keys) {
    const recordId = stored.get(key);
    const acknowledged = entries.filter(isAcknowledged);
    for (const entry of acknowledged) {
      const answered = (entry.data as { recordId: number }).recordId;
      if (answered !== recordId || !logs.has(answered))
        result.lost.push(`record ${key}: answered ${answered}, stored ${recordId}`);
    }
    if (recordId && acknowledged.length === 0 && entries.every((entry) => entry.code !== null))
      result.half.push(`record ${key}: refused and yet stored`);
  }
  const answered = new Set(stored.values());
  for (const id of logs) if (!answered.has(id)) result.doubled.push(`record ${id}: no request has it`);
}

/** A binding has no key: what was accepted has to stand in the log, and for nobody else in between unsaid. */
async function tallyBindings(rig: Rig, journal: readonly Entry[], result: Tally): Promise<void> {
  const bindings = journal.filter((entry) => entry.call.kind === 'bind' && entry.code === '00');
  if (bindings.length === 0) return;
  const events = await rig.rows<{ caseId: number; to: number }>(
    `SELECT case_id AS caseId, CAST(JSON_VALUE(payload, '$.to') AS UNSIGNED) AS \`to\` FROM domain_event
     WHERE name IN ('case.assigned', 'case.reassigned')`,
  );
  const stood = new Set(events.map((event) => `${event.caseId}:${event.to}`));
  for (const { call, data } of bindings) {
    for (const caseId of (data as { accepted: number[] }).accepted)
      if (!stood.has(`${caseId}:${String(call.body?.['agentId'])}`))
        result.lost.push(`binding of ${caseId}: accepted and not in the log`);
  }
}

function byKey(journal: readonly Entry[], kinds: readonly Entry['call']['kind'][]): Map<string, Entry[]> {
  const keys = new Map<string, Entry[]>();
  for (const entry of journal) {
    if (!kinds.includes(entry.call.kind)) continue;
    keys.set(entry.call.key, [...(keys.get(entry.call.key) ?? []), entry]);
  }
  return keys;
}
