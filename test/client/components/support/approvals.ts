import { ApprovalDecision } from '../../../../contract/administration/approvals.js';
import type { Network } from './network.js';

/** Takes every decision. @returns the network, and `decisions` has them in their order */
export const takesDecisions = (network: Network, decisions: ApprovalDecision[]): Network =>
  network.on({
    call: 'POST approval/decide',
    body: ApprovalDecision,
    answer: ({ body }) => {
      decisions.push(body);
      return { id: body.id };
    },
  });
