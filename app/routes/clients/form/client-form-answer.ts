import type { ConfirmationQuestion } from '#contract/errors.ts';
import type { AddressFormResult } from '../../../components/address/address-form.server.ts';
import type { MergedRecord } from '../../../components/forms/merged-versions.tsx';

/** The action’s result when nothing was saved. */
export interface ClientFormResult extends AddressFormResult {
  questions?: ConfirmationQuestion[];
  /** Someone else saved first: both versions, merged, and who saved when. */
  stale?: MergedRecord;
  /** The same form was submitted before with other details, which created or changed this client. */
  sentBefore?: { id: string; name: string };
  /** Replaces the request key, which has been used. */
  requestKey?: string;
}
