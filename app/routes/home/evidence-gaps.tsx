import { Link } from '@remix-run/react';
import { type RiskLevel, riskLevelLabels } from '#rules/clients/client-types.ts';
import type { SanctionsTag as SanctionsTagName } from '#rules/sanctions.ts';
import { Panel } from '../../components/panel.tsx';
import { SanctionsTag } from '../../components/sanctions/sanctions-tag.tsx';

interface Gaps {
  /** Formatted. */
  total: string;
  hasMore: boolean;
  clients: readonly {
    clientId: string;
    clientName: string;
    sanctions: SanctionsTagName | null;
    riskLevel: RiskLevel | null;
  }[];
}

/** The riskiest clients verified or activated without CDD approved on evidence; nothing if there are none. */
export function EvidenceGaps({ gaps: { total, hasMore, clients } }: { gaps: Gaps }) {
  if (clients.length === 0) return null;
  return (
    <Panel
      id="evidence-gaps"
      title="Approved before evidence was required"
      count={total}
      action={
        hasMore ? (
          <Link to="/monitoring?view=evidence" className="text-sm">
            All of these clients
          </Link>
        ) : null
      }
      about="Clients verified or activated without CDD approved on evidence. High risk first."
    >
      <ul>
        {clients.map(({ clientId, clientName, sanctions, riskLevel }) => (
          <li key={clientId} className="border-t border-line py-2 first:border-t-0 last:pb-0">
            <Link to={`/clients/${clientId}`} className="font-semibold" prefetch="intent">
              {clientName}
            </Link>
            <SanctionsTag tag={sanctions} />{' '}
            <span className="hint">
              {riskLevel === null ? 'Not assessed' : `${riskLevelLabels[riskLevel]} risk`}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
