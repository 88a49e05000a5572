import { Badge, openBadge, overdueBadge, resolvedBadge } from '../../components/badge.tsx';
import type { Item } from './request.server.ts';
import { en as texts } from './texts/en.ts';

const badges = {
  requested: openBadge,
  given: resolvedBadge,
  accepted: resolvedBadge,
  rejected: overdueBadge,
} as const;

/** An item's status for its recipient: what is saved is added, and submitted only once the whole request is. */
export function ItemStatus({
  item: { required, status },
  isSubmitted = false,
}: {
  item: Item;
  isSubmitted?: boolean;
}) {
  if (!required && status === 'requested') return <span className="text-ink-soft">{texts.optional}</span>;
  return (
    <Badge by={badges[status]}>
      {status === 'given' && isSubmitted ? texts.submitted : texts.statuses[status]}
    </Badge>
  );
}
