import type { Client } from './org.js';

/** A second administrator's word about what waits; nothing waits: nobody is asked. @returns the code of the answer */
export async function decideFor(
  second: Client,
  approvalId: number | null | undefined,
  { approve = true, version = 1 } = {},
): Promise<string> {
  if (!approvalId) return '00';
  const decision = {
    id: approvalId,
    version,
    approve,
    answer: 'Seen',
    clientRequestId: `decide-${approvalId}-${approve}`,
  };
  return (await second.post('approval/decide', decision)).code;
}
