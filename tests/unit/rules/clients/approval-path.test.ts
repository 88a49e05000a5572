import { expect, it } from 'vitest';
import { type CddStatus, type ClientStatus, cddStatuses } from '#rules/clients/client-types.ts';
import { cddLifecycle, clientLifecycle, movesToApproval } from '#rules/lifecycles/clients.ts';
import { canTransition } from '#rules/lifecycles/lifecycle.ts';

const statuses = ['draft', 'onboarding', 'active', 'dormant'] as const satisfies ClientStatus[];

it.each(cddStatuses)('leads from %s to an approval by transitions that a member can make', (from) => {
  for (const status of statuses) {
    for (const reaches of ['readyForReview', 'verified'] as const) {
      const now: { client: ClientStatus; cdd: CddStatus } = { client: status, cdd: from };
      for (const move of movesToApproval({ status, cddStatus: from }, reaches)) {
        const decision =
          move.lifecycle === 'client'
            ? canTransition(clientLifecycle, now.client, move.to)
            : canTransition(cddLifecycle, now.cdd, move.to);
        expect({ from, move, ...decision }).toMatchObject({ from, move, allowed: true, by: 'person' });
        if (move.lifecycle === 'client') now.client = move.to;
        else now.cdd = move.to;
      }
      // Nothing leads back from a later status.
      if (from !== 'verified') expect(now.cdd).toBe(reaches);
      expect(now.client).toBe(status === 'draft' ? 'onboarding' : status);
    }
  }
});
