import { type BadgeProps, warningBadge } from '../badge.tsx';

/** A decision from before the client's identity changed. */
export const formerIdentityBadge: BadgeProps = warningBadge;

/** That such a decision does not count. `changedOn`: formatted day of the change. */
export const formatFormerIdentity = (changedOn: string) =>
  `Decided before the client’s identity changed on ${changedOn}, so it does not count. Verify the identity again.`;
