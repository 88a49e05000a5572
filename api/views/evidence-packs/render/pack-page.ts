import { toActivityNoun } from '#rules/activity-noun.ts';
import { manifestPath, manifestSignaturePath } from '#rules/evidence-pack/manifest.ts';
import { packPurposeLabels } from '#rules/evidence-pack/purposes.ts';
import { designationLabels } from '#rules/firm/designations.ts';
import type { ClientPackRecords, PackCover, PackRecords } from '../contents/records.ts';
import { isForSubject } from '../contents/subject-access.ts';
import { activitySection, alertsSection, documentsSection, requestsSection } from './activity-sections.ts';
import { assessmentsSection } from './assessment-section.ts';
import { businessSection } from './business-sections.ts';
import { diligenceSection, identitySection, partiesSection } from './client-sections.ts';
import { country, instantIn } from './formatters.ts';
import { fundsSection } from './funds-section.ts';
import { decisionsSection, periodsSection, permitsSection } from './history-sections.ts';
import { facts, type Html, html, pageStart } from './html.ts';
import { reviewsSection, screeningsSection } from './monitoring-sections.ts';
import { proofScriptHash } from './page-verifier.ts';
import { elsewhereSection, privacySection } from './privacy-sections.ts';
import { verificationsSection } from './verification-sections.ts';

interface Section {
  id: string;
  title: string;
  content: Html;
}

/** "owner", or "compliance officer": being a member adds nothing to what a person is designated as. */
function formatRole({ role, designations }: PackCover['madeBy']): string {
  const held = designations.map((designation) => designationLabels[designation].toLowerCase());
  return [...(role === 'member' && held.length > 0 ? [] : [role]), ...held].join(', ');
}

/** Author, contents, purpose and time of the pack. */
function coverPart(cover: PackCover): Html {
  const clock = instantIn(cover.company.timeZone);
  const { choice, company } = cover;
  return html`<h1>${cover.subject}</h1><p class="lead">Evidence pack of ${cover.scope === 'client' ? 'a client' : toActivityNoun(company.sector).indefinite}, as it was on record at ${clock(cover.asAt)}</p>${facts(
    [
      [
        'Company',
        company.legalName && company.legalName !== company.name
          ? `${company.name} (${company.legalName})`
          : company.name,
      ],
      ['Regulated in', company.regulatedIn.map(country).join(', ')],
      ['Supervised by', company.supervisors.join(', ')],
      ['AUSTRAC enrolment number', company.enrolmentNumber],
      ['Purpose', packPurposeLabels[choice.purpose]],
      ['Created by', `${cover.madeBy.name}, ${formatRole(cover.madeBy)}`],
      ['As at', `${clock(cover.asAt)} (${cover.asAt})`],
      ['Internal notes', choice.withNotes ? 'Included' : 'Excluded, with changes in audit log entries'],
      ['Excluded', isForSubject({ cover }) ? leftOut : null],
      ['Documents', choice.withFiles ? 'Included where still retained' : 'Index only'],
      ['Pack ID', html`<code>${cover.packId}</code>`],
    ],
  )}`;
}

/** Sections of a client in a pack for the person themselves. */
const subjectSections = ['identity', 'periods', 'parties', 'funds', 'verifications', 'screening', 'privacy'];

const leftOut =
  'Information about other people, the company’s own assessments, and information that the law requires or permits to be withheld';

/** Sections about one client; with several clients the titles name them. */
function clientSections(
  dossier: ClientPackRecords,
  index: number,
  isOne: boolean,
  clock: (at: string | null) => string,
): Section[] {
  const of = isOne ? '' : `: ${dossier.client.displayName}`;
  const section = (id: string, title: string, content: Html): Section => {
    return { id: `${id}-${index + 1}`, title: `${title}${of}`, content };
  };
  const isIndividual = dossier.client.kind === 'individual';
  return [
    section('identity', 'Identity', identitySection(dossier, clock)),
    section('diligence', 'Customer due diligence (CDD)', diligenceSection(dossier, clock)),
    section('decisions', 'CDD decisions', decisionsSection(dossier, clock)),
    section('periods', 'Values over time', periodsSection(dossier, clock)),
    section('parties', 'Related parties', partiesSection(dossier)),
    section('funds', 'Source of funds and wealth', fundsSection(dossier, clock)),
    ...(isIndividual || dossier.individualVerifications.length > 0
      ? [section('verifications', 'Verification of identity', verificationsSection(dossier, clock))]
      : []),
    ...(isIndividual && dossier.businessVerifications.length === 0
      ? []
      : [section('registers', 'Registers and ownership', businessSection(dossier, clock))]),
    section('screening', 'Screening', screeningsSection(dossier, clock)),
    section('permits', 'Sanctions permits', permitsSection(dossier, clock)),
    section('assessments', 'Risk assessments', assessmentsSection(dossier.assessments, clock)),
    section('reviews', 'Reviews', reviewsSection(dossier, clock)),
    section('privacy', 'Requests for access and correction', privacySection(dossier, clock)),
  ];
}

function getSections({
  cover,
  activity,
  clients,
  requests,
  alerts,
  elsewhere,
  documents,
}: PackRecords): Section[] {
  const clock = instantIn(cover.company.timeZone);
  const isOne = activity === null;
  const noun = toActivityNoun(cover.company.sector);
  return [
    ...(activity === null
      ? []
      : [
          { id: 'activity', title: noun.title, content: activitySection(activity, clock) },
          {
            id: 'activity-assessments',
            title: `Risk assessments of the ${noun.singular}`,
            content: assessmentsSection(activity.assessments, clock),
          },
        ]),
    ...clients
      .flatMap((dossier, index) => clientSections(dossier, index, isOne, clock))
      .filter(({ id }) => elsewhere === null || subjectSections.includes(id.replace(/-\d+$/, ''))),
    ...(elsewhere === null
      ? []
      : [{ id: 'elsewhere', title: 'Elsewhere on record', content: elsewhereSection(elsewhere) }]),
    {
      id: 'requests',
      title: 'Document requests',
      content: requestsSection(requests, clock),
    },
    ...(elsewhere === null ? [{ id: 'alerts', title: 'Alerts', content: alertsSection(alerts, clock) }] : []),
    { id: 'documents', title: 'Documents', content: documentsSection(documents, clock) },
    { id: 'proof', title: 'Audit log and verification', content: proofPart() },
  ];
}

function proofPart(): Html {
  return html`<p>Every audit log entry about this record is in <a href="audit-trail.html">audit-trail.html</a>, and machine-readable in <a href="data/audit-events.jsonl">data/audit-events.jsonl</a>. Each entry has the hash of the one before it in the company’s chain, and was signed with Assay’s key in a batch of entries. <a href="${manifestPath}">${manifestPath}</a> lists every file with its size and SHA-256, and the numbers of the entries; <a href="${manifestSignaturePath}">${manifestSignaturePath}</a> is its signature.</p>
<p id="proof-result" class="proof" role="status">This page verifies its entries where scripts are allowed.</p>
<form id="proof-form" hidden><p>Verify the whole pack here. Nothing is uploaded.</p>
<p><label>ZIP of this pack <input id="proof-zip" type="file" accept=".zip,application/zip"></label></p>
<p><label>File of Assay’s public key <input id="proof-key" type="file" accept=".pem,.json,.txt"></label></p>
<p class="hint">Assay publishes its public keys at /api/v1/audit-signing-keys. Without one, the key in the pack is used, which does not prove that Assay signed it.</p>
<p><button>Verify the pack</button></p></form>
<p>This command does the same with Node 20 or newer, without a network:</p>
<pre>node verify.mjs --public-key FILE</pre>
<p>A person who replaces a whole pack can also replace this page and verify.mjs. The manifest hash that they print must be the one that Assay shows for this pack on the record’s page and in its audit log.</p>`;
}

/** The pack as one page for reading and printing, without its end; the audit log, which may be long, has its own page. */
export function packPage(records: PackRecords): string {
  const sections = getSections(records);
  const page = html`<header>${coverPart(records.cover)}</header><nav aria-labelledby="contents"><h2 id="contents">Contents</h2><ol>${sections.map(
    ({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`,
  )}</ol></nav><main>${sections.map(
    ({ id, title, content }) =>
      html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${content}</section>\n`,
  )}</main>`;
  return `${pageStart(`Evidence pack: ${records.cover.subject}`, proofScriptHash)}${page.html}`;
}
