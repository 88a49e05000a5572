import type { RequestStatus } from '#rules/lifecycles/checks.ts';
import { Badge, neutralBadge, settledBadge, warningBadge } from '../../components/badge.tsx';

const badges: Partial<Record<RequestStatus, typeof neutralBadge>> = {
  submitted: warningBadge,
  changesRequested: warningBadge,
  completed: settledBadge,
  expired: warningBadge,
};

/** A request's status as a badge. */
export function RequestStatusBadge({ status, text }: { status: RequestStatus; text: string }) {
  return <Badge by={badges[status] ?? neutralBadge}>{text}</Badge>;
}
