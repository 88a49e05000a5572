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
    why: string;
  }[];
}

/** The riskiest clients to approve again; nothing if there are none. */
export function EvidenceGaps({ gaps: { total, hasMore, clients } }: { gaps: Gaps }) {
  if (clients.length === 0) return null;
  return (
    <Panel
      id="evidence-gaps"
      title="Clients to approve again"
      count={total}
      action={
        hasMore ? (
          <Link to="/monitoring?view=evidence" className="text-sm">
            All of these clients
          </Link>
        ) : null
      }
      about="Clients without CDD approved on evidence, and those whose refresh is due. High risk first."
    >
      <ul>
        {clients.map(({ clientId, clientName, sanctions, riskLevel, why }) => (
          <li key={clientId} className="border-t border-line py-2 first:border-t-0 last:pb-0">
            <Link to={`/clients/${clientId}`} className="font-semibold" prefetch="intent">
              {clientName}
            </Link>
            <SanctionsTag tag={sanctions} />{' '}
            <span className="hint">
              {riskLevel === null ? 'Not assessed' : `${riskLevelLabels[riskLevel]} risk`} · {why}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
