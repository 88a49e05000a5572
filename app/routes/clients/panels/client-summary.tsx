import type { Diligence } from '#contract/cdd/cdd.ts';
import type { Client } from '#contract/clients/client-record.ts';
import { cddLevelLabels, cddStatusLabels, riskLevelLabels } from '#rules/clients/client-types.ts';
import { formatDate } from '#rules/dates/calendar-dates.ts';
import { toVisiblePepStatus } from '#rules/pep.ts';
import {
  Badge,
  openBadge,
  overdueBadge,
  RiskBadge,
  resolvedBadge,
  StatusBadge,
} from '../../../components/badge.tsx';
import type { Fact } from '../../../components/description-list.tsx';

/** Current key facts about a client. */
export function getClientFacts({
  client,
  missing,
  isReviewOverdue,
  riskFloor,
  sanctionsText,
}: {
  client: Client;
  /** Number of outstanding requirements. */
  missing: number;
  isReviewOverdue: boolean;
  /** The minimum level that confirmed matches set. */
  riskFloor: Diligence['riskFloor'];
  /** The sanctions status, with what the screening lacked. */
  sanctionsText: string;
}): Fact[] {
  const { riskLevel, cddLevel, cddStatus, nextReviewDueOn, responsible } = client;
  const due = nextReviewDueOn && formatDate(nextReviewDueOn);
  const pepStatus = toVisiblePepStatus(client.clientType, client.pepStatus);
  return [
    { label: 'Status', value: <StatusBadge client={client} /> },
    { label: 'Risk', value: <Risk level={riskLevel} floor={riskFloor} /> },
    {
      label: 'Outstanding',
      value:
        client.status === 'merged' ? null : missing === 0 ? (
          <Badge by={resolvedBadge}>None</Badge>
        ) : (
          <Badge by={openBadge}>
            <a href="#diligence">{missing === 1 ? '1 item' : `${missing} items`}</a>
          </Badge>
        ),
    },
    {
      label: 'CDD status',
      value: cddStatusLabels[cddStatus] + (cddLevel ? `, ${cddLevelLabels[cddLevel].toLowerCase()}` : ''),
    },
    {
      label: 'Next review',
      value: isReviewOverdue ? (
        <>
          <Badge by={overdueBadge}>{due}</Badge> overdue
        </>
      ) : (
        (due ?? 'Not scheduled')
      ),
    },
    ...(pepStatus === null ? [] : [{ label: 'PEP status', value: pepStatus }]),
    { label: 'Sanctions', value: sanctionsText },
    { label: 'Relationship owner', value: responsible?.name ?? 'Unassigned' },
  ];
}

function Risk({ level, floor }: { level: Client['riskLevel']; floor: Diligence['riskFloor'] }) {
  return (
    <>
      <RiskBadge level={level} none="Not assessed" />
      {floor ? (
        <span className="hint block font-normal">
          Minimum level {riskLevelLabels[floor.level].toLowerCase()}: {floor.reason}
        </span>
      ) : null}
    </>
  );
}
