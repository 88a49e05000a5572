import { yesNo } from '#rules/format/yes-no.ts';
import {
  checkOutcomeLabels,
  copyDeliveryLabels,
  verificationMethodLabels,
} from '#rules/identity-verification/evidence.ts';
import { machineResultLabels } from '#rules/identity-verification/machine-result.ts';
import {
  accreditedServiceFacts,
  bureauFacts,
  relianceFacts,
} from '#rules/identity-verification/statement-facts.ts';
import { verificationLifecycle } from '#rules/lifecycles/checks.ts';
import { decidedByOneLabel } from '#rules/maker-checker.ts';
import { describeImageDeletion } from '#rules/retention/image-deletion.ts';
import { exceptionMissingText } from '#rules/transition-guards/verification.ts';
import type { ClientPackRecords, PackedVerification } from '../contents/records.ts';
import { day, formatEnumValue } from './formatters.ts';
import { facts, type Html, html, list, prose, table } from './html.ts';

type Clock = (instant: string | null) => string;

const partLabels = {
  name: 'name',
  dob: 'date of birth',
  address: 'address',
  documentNumber: 'document number',
  face: 'face',
} as const;

const checkLabels = {
  issuer: 'Document issuer check',
  dataSource: 'Data source check',
  face: 'Face match',
  liveness: 'Liveness',
  machineReadableZone: 'MRZ',
  sighted: 'Sighted by staff',
} as const;

type Document = PackedVerification['documents'][number];

function documentRow(document: Document): (string | Html)[] {
  const { sighted, certified, machineReadableZone } = document;
  const seen = [
    sighted && `Original ${sighted.originalSighted ? '' : 'not '}sighted`,
    certified &&
      `Certified by ${certified.refereeName} (${formatEnumValue(certified.refereeType)}) on ${day(certified.certifiedOn)}${certified.delivery ? `, received by ${copyDeliveryLabels[certified.delivery].toLowerCase()}` : ''}`,
    sighted?.metBy &&
      sighted.metOn &&
      `Met by ${sighted.metBy} on ${day(sighted.metOn)}, photo ${sighted.likenessConfirmed ? '' : 'not '}compared with the person`,
    machineReadableZone && `${machineReadableZone.checkedDigits} check digits valid`,
    ...document.warnings.map(({ message }) => message),
    document.sameDocumentElsewhere > 0 &&
      `The same document is recorded for ${document.sameDocumentElsewhere} other client${document.sameDocumentElsewhere === 1 ? '' : 's'}`,
  ].filter((text): text is string => typeof text === 'string');
  return [
    document.label,
    [document.issuer, document.state].filter(Boolean).join(', '),
    [document.numberMasked, document.versionOrCardMasked].filter(Boolean).join(', '),
    document.statusText,
    list(seen),
  ];
}

function checksTable({ checks }: PackedVerification, clock: Clock): Html {
  return table(
    'Checks',
    ['Source', 'Check', 'Result', 'Agrees', 'No match', 'When', 'Reference'],
    checks.map((check) => [
      check.source ? `${check.source.label} (${check.source.keptBy})` : 'Reviewer',
      `${checkLabels[check.type]}${check.current ? '' : ' (superseded by a later result)'}`,
      [checkOutcomeLabels[check.outcome], check.detail].filter(Boolean).join('. '),
      check.matched.map((part) => partLabels[part]).join(', '),
      check.unmatched.map((part) => partLabels[part]).join(', '),
      clock(check.at),
      check.reference ?? '',
    ]),
    'No check was made.',
  );
}

function ruleTable(rule: PackedVerification['rules'][number]): Html {
  return html`${table(
    `${rule.title} (${rule.version}): ${rule.passed ? 'passed' : 'not passed'}${rule.decisive ? '' : ', beside the rule that decides'}`,
    ['Clause', 'Provision', 'Met', 'By'],
    rule.clauses.map(({ text, provision, passed, evidence }) => [text, provision, yesNo(passed), evidence]),
    'The rule has no clauses.',
  )}${list(rule.uncertain)}`;
}

/** One verification: documents, responses of sources, the rule clause by clause, and the decision. */
function verification(item: PackedVerification, clock: Clock): Html {
  const { decision, consent, accreditedService, reliance, exception, exceptionApproval: approval } = item;
  const statements = [
    ...(accreditedService ? accreditedServiceFacts(accreditedService) : []),
    ...(reliance ? relianceFacts(reliance) : []),
    ...bureauFacts(item.bureauStatement, item.bureauNotice),
  ];
  return html`<div class="record"><h3>${verificationMethodLabels[item.method]}, ${clock(item.createdAt)}</h3>${facts(
    [
      ['Status', verificationLifecycle.labels[item.status]],
      ['Started for', item.activity && `${item.activity.reference} ${item.activity.name}`],
      ['Started by', item.startedBy.name],
      [
        'Consent',
        consent &&
          `${formatEnumValue(consent.how)}, ${clock(consent.at)}${consent.note ? `: ${consent.note}` : ''}`,
      ],
      ['Automated result', item.machineResult && machineResultLabels[item.machineResult]],
      [
        'Decided',
        decision &&
          html`${decision.decision === 'verified' ? 'Verified' : 'Not verified'} by ${decision.by?.name ?? 'Assay (automatic acceptance of passed checks)'}, ${clock(decision.at)}${decision.opposesFindings ? ', contrary to the automated result' : ''}: ${prose(decision.reason)}`,
      ],
      ['Verified', clock(item.verifiedAt)],
      ['Evidence valid until', day(item.evidenceExpiresOn)],
      ['Photos', item.imageDeletion && describeImageDeletion(item.imageDeletion, clock)],
      ...statements.map(({ label, value }): [string, Html | null] => [label, prose(value)]),
      [
        'Exception',
        exception &&
          html`${prose(exception.reason)} ${exception.stepsTaken ? html`Steps taken: ${prose(exception.stepsTaken)}` : ''} ${exception.policy ? html`Programme section: ${prose(exception.policy)}` : ''} Other evidence: ${prose(exception.alternativeEvidence)} Until ${day(exception.endsOn)}${exception.approvedBy ? `, approved by ${exception.approvedBy.name}, ${clock(exception.approvedAt)}` : ''}`,
      ],
      [
        'Exception from the rule',
        approval === null || exception !== null
          ? null
          : html`${prose(approval.reason)} Until ${day(approval.endsOn)}, approved by ${approval.by.name}, ${clock(approval.at)}${approval.decidedByOne ? `. ${decidedByOneLabel}` : ''}`,
      ],
      ['Does not count', item.exceptionMissing ? exceptionMissingText : null],
    ],
  )}${table(
    'Documents',
    ['Document', 'Issuer', 'Number', 'Status', 'Sighted'],
    item.documents.map(documentRow),
    'No document was recorded.',
  )}${checksTable(item, clock)}${item.rules.map(ruleTable)}${table(
    'Timeline',
    ['When', 'Event', 'By'],
    item.timeline.map(({ at, text, by }) => [clock(at), text, by.name]),
    'No events yet.',
  )}</div>`;
}

export function verificationsSection({ individualVerifications }: ClientPackRecords, clock: Clock): Html {
  return individualVerifications.length === 0
    ? html`<p class="none">No identity verification on record</p>`
    : html`${individualVerifications.map((individualVerification) => verification(individualVerification, clock))}`;
}
