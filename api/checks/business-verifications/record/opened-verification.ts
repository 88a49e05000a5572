import type { BusinessVerification } from '#contract/business-verifications/record.ts';
import type { Client } from '#contract/clients/client-record.ts';
import type { TypeWithoutOwners } from '#rules/cdd-rule-packs/findings.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';
import type { PartyRow } from '../../../records/parties/store.ts';
import type { EntryClient, ResolvedTree } from '../ownership/ownership-view.ts';
import type { SetUp } from '../registers/registers.ts';
import type { ExtractRow, VerificationRow } from './store.ts';

/** A verification with all records that its responses and guards depend on, as currently stored. */
export interface Opened {
  row: VerificationRow;
  client: Client;
  parties: PartyRow[];
  extracts: ExtractRow[];
  /** The client's own: the latest of a companies register, else of any. */
  extract: ExtractRow | null;
  tree: ResolvedTree;
  /** The type for which a recorded ground ends the search for owners of the client. */
  withoutOwners: TypeWithoutOwners;
  clients: ReadonlyMap<string, EntryClient>;
  /** Existing clients with the name of an unlinked node, by node id. */
  matches: ReadonlyMap<string, { id: string; name: string }[]>;
  setUp: SetUp;
  /** The laws that the company works under. */
  regulatedIn: readonly Jurisdiction[];
  mismatches: BusinessVerification['mismatches'];
  activity: BusinessVerification['activity'];
  /** Accepted evidence of document requests. */
  submittedEvidence: BusinessVerification['submittedEvidence'];
  /** How many people may accept ownership as an exception; 0 where none has to be accepted so. */
  exceptionApprovers: number;
}
