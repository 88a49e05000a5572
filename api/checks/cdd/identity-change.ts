import { type FindingContents, type FindingSubject, findingLabels } from '#rules/cdd-rule-packs/findings.ts';
import type { Emitted } from '../../kernel/command/emitted.ts';
import type { Work } from '../../kernel/command/work.ts';
import { deleteFindings, type RecordedFinding, readFindings } from './findings-store.ts';

/** Findings that cleared the client under its former identity. A recorded exposure stays: a new name does not remove it. */
function isFormerIdentity({ subject, content }: RecordedFinding): boolean {
  if (subject === 'seniorApproval') return true;
  return (
    subject === 'politicalExposure' && (content as FindingContents['politicalExposure']).pepStatus === 'none'
  );
}

/** Consequence of a changed identity: withdraws that the client is not politically exposed, and the approval of the relationship with it. */
export async function withdrawForIdentity(
  { trx, record }: Work,
  { clientId, what, isOther, isSpelling }: Emitted['client.identityChanged'],
): Promise<void> {
  if (!isOther || isSpelling) return;
  const withdrawn: FindingSubject[] = (await readFindings(trx, clientId))
    .filter(isFormerIdentity)
    .map(({ subject }) => subject);
  if (withdrawn.length === 0) return;
  await deleteFindings(trx, clientId, withdrawn);
  const reason = `Changed: ${what}`;
  record(
    ...withdrawn.map((subject) => ({
      action: 'client.findingWithdrawn',
      resourceType: 'client',
      resourceId: clientId,
      detail: {
        subject,
        changes: {
          finding: { before: null, after: findingLabels[subject] },
          withdrawnBecause: { before: null, after: reason },
        },
      },
      reason,
    })),
  );
}
