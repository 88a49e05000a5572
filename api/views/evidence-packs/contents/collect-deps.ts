import type { Transaction } from 'kysely';
import type { BusinessVerificationDeps } from '../../../checks/business-verifications/record/dto.ts';
import type { VerificationsDeps } from '../../../checks/individual-verifications/record/deps.ts';
import type { PresentDeps } from '../../../follow-up/document-requests/dto.ts';
import type { Schema } from '../../../kernel/database/tables/schema.ts';

/** What the records of a pack are read with. */
export type CollectDeps = VerificationsDeps & BusinessVerificationDeps & PresentDeps;

export type Trx = Transaction<Schema>;
