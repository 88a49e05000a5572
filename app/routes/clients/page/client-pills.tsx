import { riskLevelLabels } from '#rules/clients/client-types.ts';
import { isExposed, toVisiblePepStatus } from '#rules/pep.ts';
import {
  Badge,
  neutralBadge,
  riskLevelBadges,
  StatusBadge,
  warningBadge,
} from '../../../components/badge.tsx';
import { sanctionsStatusBadges } from '../../../components/sanctions/sanctions-badges.ts';
import type { ClientPageData } from './client-page.server.ts';

/** A client's state at a glance: status, risk, sanctions and PEP status. */
export function ClientPills({ client }: { client: ClientPageData['client'] }) {
  const { riskLevel, sanctionsStatus, clientType, pepStatus } = client;
  const pep = toVisiblePepStatus(clientType, pepStatus);
  return (
    <>
      <StatusBadge client={client} />
      {riskLevel === null ? (
        <Badge by={neutralBadge}>Risk not assessed</Badge>
      ) : (
        <Badge by={riskLevelBadges[riskLevel]}>{riskLevelLabels[riskLevel]} risk</Badge>
      )}
      <Badge by={sanctionsStatusBadges[sanctionsStatus].by}>
        {sanctionsStatusBadges[sanctionsStatus].text}
      </Badge>
      {pep === null ? null : (
        <Badge by={isExposed(pepStatus) ? warningBadge : neutralBadge}>
          {pepStatus === 'notChecked' ? 'PEP: not checked' : pep}
        </Badge>
      )}
      {client.onLegalHold ? <Badge by={warningBadge}>On legal hold</Badge> : null}
    </>
  );
}
