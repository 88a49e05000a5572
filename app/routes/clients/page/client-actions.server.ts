import { formActions, onSubmit } from '../../../components/forms/form-actions.server.ts';
import { handleBusinessVerificationStart } from '../../business-verifications/panel.server.ts';
import { handleRequestAction } from '../../document-requests/actions.server.ts';
import { handleStartVerification } from '../../individual-verifications/panel.server.ts';
import { handleClientApproval, handleClientTransition } from '../cdd/diligence.server.ts';
import { handleFindingAction } from '../cdd/findings.server.ts';
import { handleFundsAction } from '../funds/funds.server.ts';
import { handleGroupAction } from '../panels/client-group.server.ts';
import { handlePartyAction } from '../parties/parties.server.ts';
import { handleScreeningAction } from '../screening/screening-panel.server.ts';

/** Forms of the client's page, by panel; transitions of the client belong to none. */
export const handleClientAction = onSubmit(
  formActions(
    {
      party: handlePartyAction,
      group: handleGroupAction,
      funds: handleFundsAction,
      verification: handleStartVerification,
      kyb: handleBusinessVerificationStart,
      screening: handleScreeningAction,
      request: handleRequestAction,
      finding: handleFindingAction,
      approval: handleClientApproval,
      move: handleClientTransition,
    },
    { field: 'panel', otherwise: 'move' },
  ),
);
