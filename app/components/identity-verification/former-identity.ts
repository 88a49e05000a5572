import { type BadgeProps, warningBadge } from '../badge.tsx';

/** A decision that no longer counts. */
export const formerIdentityBadge: BadgeProps = warningBadge;

/** That a decision from before the client's identity changed does not count. `changedOn`: formatted day of the change. */
export const formatFormerIdentity = (changedOn: string) =>
  `Decided before the client’s identity changed on ${changedOn}, so it does not count. Verify the identity again.`;
