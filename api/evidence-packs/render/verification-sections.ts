import { checkOutcomeLabels, verificationMethodLabels } from '#rules/verification/evidence.ts';
import { machineResultLabels } from '#rules/verification/machine-result.ts';
import type { ClientDossier, PackedVerification } from '../records.ts';
import { facts, type Html, html, list, prose, table } from './html.ts';
import { day, stateText } from './words.ts';

type Clock = (instant: string | null) => string;

const partWords = {
  name: 'name',
  dob: 'date of birth',
  address: 'address',
  documentNumber: 'document number',
  face: 'face',
} as const;

const checkWords = {
  issuer: 'Held against the issuer’s register',
  dataSource: 'Held against a register or bureau',
  face: 'Face against photo',
  liveness: 'A living person was there',
  machineReadableZone: 'Machine-readable lines against the record',
  sighted: 'Seen by a person',
} as const;

type Document = PackedVerification['documents'][number];

function documentRow(document: Document): (string | Html)[] {
  const { sighted, certified, machineReadableZone } = document;
  const seen = [
    sighted && `Original ${sighted.originalSighted ? '' : 'not '}sighted`,
    certified &&
      `Certified by ${certified.refereeName} (${stateText(certified.refereeType)}) on ${day(certified.certifiedOn)}`,
    machineReadableZone && `${machineReadableZone.checkedDigits} check digits hold`,
    ...document.warnings.map(({ message }) => message),
    document.sameDocumentElsewhere > 0 &&
      `The same document is recorded for ${document.sameDocumentElsewhere} other client${document.sameDocumentElsewhere === 1 ? '' : 's'}`,
  ].filter((text): text is string => typeof text === 'string');
  return [
    document.label,
    [document.issuer, document.state].filter(Boolean).join(', '),
    [document.numberMasked, document.versionOrCardMasked].filter(Boolean).join(', '),
    document.standingText,
    list(seen),
  ];
}

/** One verification: what was shown, what each source answered, the rule clause by clause, what a person made of it. */
function verification(one: PackedVerification, clock: Clock): Html {
  const { decision, consent, reliance, exception } = one;
  return html`<div class="record"><h4>${verificationMethodLabels[one.method]}, ${clock(one.createdAt)}</h4>${facts(
    [
      ['Status', stateText(one.status)],
      ['For the activity', one.activity && `${one.activity.reference} ${one.activity.name}`],
      ['Started by', one.startedBy.name],
      [
        'Consent',
        consent &&
          `${stateText(consent.how)}, ${clock(consent.at)}${consent.note ? `: ${consent.note}` : ''}`,
      ],
      ['Found by the checks', one.machineResult && machineResultLabels[one.machineResult]],
      [
        'Decided',
        decision &&
          html`${decision.decision === 'verified' ? 'Verified' : 'Not verified'} by ${decision.by?.name ?? 'Assay, as the company accepts what passed'}, ${clock(decision.at)}${decision.opposesFindings ? ', against what was found' : ''}: ${prose(decision.reason)}`,
      ],
      ['Verified', clock(one.verifiedAt)],
      ['Evidence good until', day(one.evidenceExpiresOn)],
      ['Images removed', clock(one.imagesPurgedAt)],
      ['Relied on', reliance && html`<code>${JSON.stringify(reliance)}</code>`],
      [
        'Exception',
        exception &&
          html`${prose(exception.reason)} Other evidence: ${prose(exception.alternativeEvidence)} Until ${day(exception.endsOn)}${exception.approvedBy ? `, approved by ${exception.approvedBy.name}, ${clock(exception.approvedAt)}` : ''}`,
      ],
    ],
  )}${table(
    'Documents',
    ['Document', 'Issuer', 'Number', 'Standing', 'What was seen'],
    one.documents.map(documentRow),
    'No document was recorded.',
  )}${table(
    'Checks',
    ['Source', 'Check', 'Answer', 'Agrees', 'Does not agree', 'When', 'Reference'],
    one.checks.map((check) => [
      check.source ? `${check.source.label}, kept by ${check.source.keptBy}` : 'A person of the company',
      `${checkWords[check.type]}${check.current ? '' : ' (replaced by a later answer)'}`,
      [checkOutcomeLabels[check.outcome], check.detail].filter(Boolean).join('. '),
      check.matched.map((part) => partWords[part]).join(', '),
      check.unmatched.map((part) => partWords[part]).join(', '),
      clock(check.at),
      check.reference ?? '',
    ]),
    'No check was made.',
  )}${one.rules.map(
    (rule) =>
      html`${table(
        `${rule.title} (${rule.version}): ${rule.passed ? 'passed' : 'not passed'}${rule.decisive ? '' : ', beside the rule that decides'}`,
        ['Clause', 'Provision', 'Met', 'By'],
        rule.clauses.map(({ text, provision, passed, evidence }) => [
          text,
          provision,
          passed ? 'Yes' : 'No',
          evidence,
        ]),
        'The rule has no clauses.',
      )}${list(rule.uncertain)}`,
  )}${table(
    'Timeline',
    ['When', 'What', 'By'],
    one.timeline.map(({ at, text, by }) => [clock(at), text, by.name]),
    'Nothing happened yet.',
  )}</div>`;
}

export function verificationsSection({ individualVerifications }: ClientDossier, clock: Clock): Html {
  return individualVerifications.length === 0
    ? html`<p class="none">Nobody’s identity was verified on this record.</p>`
    : html`${individualVerifications.map((one) => verification(one, clock))}`;
}
