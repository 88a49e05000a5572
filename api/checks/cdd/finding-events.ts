import { type SourceDocument, sourcedParts } from '#rules/cdd-rule-packs/entity-information.ts';
import { type FindingContents, type FindingSubject, findingLabels } from '#rules/cdd-rule-packs/findings.ts';
import { pepStatusLabels } from '#rules/clients/client-types.ts';
import { formatMoney } from '#rules/format/money.ts';
import { decidedByOneLabel } from '#rules/maker-checker.ts';
import { changesBetween } from '../../kernel/audit/detail.ts';
import type { WorkEvent } from '../../kernel/command/work.ts';
import { findingsBySubject } from './findings-store.ts';
import type { LockedClient } from './locked-client.ts';
import type { WrittenLevel } from './sync-cdd-level.ts';

/** Result of a command on findings. */
export interface Done {
  subject: FindingSubject;
  content: FindingContents[FindingSubject] | undefined;
  alsoWithdrawn: readonly FindingSubject[];
  level: WrittenLevel;
  /** Whether one person lowered the level, because no one else was eligible. */
  isByOne: boolean;
}

/** Formats a part of a finding: statuses by their label, amounts with their currency, documents by their name. */
function formatPart(
  part: string,
  value: unknown,
  content: FindingContents[FindingSubject],
  documents: readonly SourceDocument[],
): unknown {
  // A `false` of "none" flags is not worth reporting.
  if (value === false && part.endsWith('None')) return null;
  if (part === 'documentId' || sourcedParts.some((sourced) => part === `${sourced}Document`)) {
    return documents.find(({ id }) => id === value)?.fileName ?? value;
  }
  if (part === 'exposures') {
    const exposures = (content as FindingContents['seniorApproval']).exposures ?? [];
    return exposures.map(({ pepStatus }) => pepStatusLabels[pepStatus]).join(', ') || null;
  }
  if (part === 'pepStatus') return pepStatusLabels[value as keyof typeof pepStatusLabels];
  return typeof value === 'number' && 'currency' in content ? formatMoney(value, content.currency) : value;
}

/** Audited parts of a subject, with the labels of the form. */
function auditable(
  subject: FindingSubject,
  content: FindingContents[FindingSubject] | undefined,
  documents: readonly SourceDocument[],
): Record<string, unknown> {
  if (content === undefined) return {};
  return Object.fromEntries(
    Object.entries(content).map(([part, value]) => {
      return [`${subject}.${part}`, formatPart(part, value, content, documents)];
    }),
  );
}

/** Events of a command on findings: the change of its subject and of those withdrawn with it, and of the CDD level. */
export function getEvents(
  { client, input }: LockedClient,
  { subject, content, alsoWithdrawn, level, isByOne }: Done,
  { action, reason }: { action: string; reason?: string },
): WorkEvent[] {
  const kept = findingsBySubject(input.findings);
  const { sourceDocuments, preCommencementDocuments } = input.standing;
  const documents = [...sourceDocuments, ...preCommencementDocuments];
  const withdrawn = alsoWithdrawn.map((item) => auditable(item, kept[item], documents));
  const own: WorkEvent = {
    action,
    resourceType: 'client',
    resourceId: client.id,
    detail: {
      subject,
      changes: {
        ...changesBetween(
          Object.assign({}, auditable(subject, kept[subject], documents), ...withdrawn),
          auditable(subject, content, documents),
        ),
        // The subject comes first, whatever its parts are called.
        finding: { before: null, after: findingLabels[subject] },
        ...(alsoWithdrawn.length === 0
          ? {}
          : {
              alsoWithdrawn: {
                before: null,
                after: alsoWithdrawn.map((item) => findingLabels[item]).join(', '),
              },
            }),
        ...(isByOne ? { makerChecker: { before: null, after: decidedByOneLabel } } : {}),
        ...(reason === undefined ? {} : { withdrawnBecause: { before: null, after: reason } }),
      },
    },
    ...(reason === undefined ? {} : { reason }),
  };
  return [own, ...level.events];
}
