import type { BusinessVerificationDeps } from '../../../checks/business-verifications/record/dto.ts';
import type { VerificationsDeps } from '../../../checks/individual-verifications/record/deps.ts';
import type { PresentDeps } from '../../../follow-up/document-requests/dto.ts';

/** What the records of a pack are read with. */
export type CollectDeps = VerificationsDeps & BusinessVerificationDeps & PresentDeps;
