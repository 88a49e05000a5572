import { activityOutcomeLabels, activityTypeLabels, capacityLabels } from '#rules/activity-types.ts';
import { alertOutcomeLabels, alertSeverityLabels, alertTypeLabels } from '#rules/alert-types.ts';
import { riskLevelLabels } from '#rules/client-types.ts';
import { detailFieldLabels, requestItemStatusLabels } from '#rules/document-requests/items.ts';
import { documentTypeLabels } from '#rules/documents/document-types.ts';
import type { PackedAlert, PackedDocument, PackedRequest, PackRecords } from '../records.ts';
import { facts, type Html, html, prose, table } from './html.ts';
import { addressText, bytesText, country, day, moneyText, stateText, yesNo } from './words.ts';

type Clock = (instant: string | null) => string;
type PackedActivity = NonNullable<PackRecords['activity']>;

/** The activity as it is, what completing it asks for, and how its clients have changed since. */
export function activitySection({ record, snapshot }: PackedActivity, clock: Clock): Html {
  return html`${facts([
    ['Reference', record.reference],
    ['Type', activityTypeLabels[record.activityType]],
    ['Captured activity or designated service', record.capturedService],
    ['Nature', prose(record.nature)],
    ['Purpose', prose(record.purpose)],
    ['Status', stateText(record.status)],
    ['Outcome', record.outcome && activityOutcomeLabels[record.outcome]],
    ['Risk', record.riskLevel && riskLevelLabels[record.riskLevel]],
    ['Most that it is worth', moneyText(record.maxTransactionValue, record.currency)],
    ['Cash expected', yesNo(record.cashExpected)],
    ['Funds from', record.fundsCountries.map(country).join(', ')],
    ['Source of funds', prose(record.sourceOfFunds)],
    ['Address', record.address && addressText(record.address)],
    ['Exchange', day(record.exchangeOn)],
    ['Settlement', day(record.settlementOn)],
    [
      'Delayed due diligence',
      record.delayedCdd && `Due ${day(record.delayedCdd.dueOn)}: ${record.delayedCdd.ground}`,
    ],
    ['Assigned to', record.assignee?.name],
    ['Reviewed by', record.reviewer?.name],
    [
      'Approved by a senior manager',
      record.seniorApproval && `${record.seniorApproval.by.name}, ${clock(record.seniorApproval.at)}`,
    ],
    ['Own reference', record.externalId],
    ['Completed', clock(record.completedAt)],
    ['SHA-256 of the facts frozen then', record.snapshotHash && html`<code>${record.snapshotHash}</code>`],
  ])}${table(
    'Who takes part',
    ['Name', 'In what capacity'],
    record.parties.map(({ name, capacity }) => [name, capacityLabels[capacity]]),
    'Nobody is recorded.',
  )}${table(
    'What completing it asks for',
    ['Still to do'],
    record.checklist.map(({ text }) => [text]),
    'Nothing is left to do.',
  )}${
    snapshot === null
      ? html``
      : table(
          'Facts frozen at completion that are different today',
          ['Client', 'Field', 'At completion', 'Today'],
          record.changedSince.map(({ name, field, atCompletion, today }) => [
            name,
            stateText(field),
            atCompletion ?? '',
            today ?? '',
          ]),
          'None. The frozen facts are in data/activity.json.',
        )
  }`;
}

function detailsText(details: PackedRequest['items'][number]['details']): string {
  if (details === null) return '';
  return Object.entries(details)
    .map(([field, value]) => {
      const name = detailFieldLabels[field as keyof typeof detailFieldLabels] ?? field;
      return `${name}: ${typeof value === 'string' ? value : value ? addressText(value) : ''}`;
    })
    .join('; ');
}

function requestPart(request: PackedRequest, clock: Clock): Html {
  const steps: [string | null, string][] = [
    [request.createdAt, `Written by ${request.createdBy.name}`],
    [request.sentAt, 'Sent'],
    [request.firstOpenedAt, 'Opened by the recipient'],
    [request.consentAt, 'Consent given'],
    [request.submittedAt, 'Submitted'],
    [request.completedAt, 'Completed'],
    ...request.mails.map(({ sentAt, kind, to }): [string | null, string] => [
      sentAt,
      `Mail to ${to}: ${stateText(kind)}`,
    ]),
  ];
  return html`<div class="record"><h4>To ${request.recipientName}, ${clock(request.createdAt)}</h4>${facts([
    ['Status', stateText(request.status)],
    ['Sent to', request.recipientEmail],
    ['Due', day(request.dueOn)],
    ['Message', prose(request.message)],
  ])}${table(
    'What was asked for',
    ['Item', 'Required', 'State', 'Given', 'Files'],
    request.items.map((item) => [
      item.label,
      yesNo(item.required),
      `${requestItemStatusLabels[item.status]}${item.rejectReason ? `: ${item.rejectReason}` : ''}`,
      [clock(item.givenAt), detailsText(item.details)].filter(Boolean).join(', '),
      item.documents.map(({ fileName }) => fileName).join(', '),
    ]),
    'Nothing was asked for.',
  )}${table(
    'Timeline',
    ['When', 'What'],
    steps
      .filter((step): step is [string, string] => step[0] !== null)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([at, what]) => [clock(at), what]),
    'Nothing happened yet.',
  )}</div>`;
}

export function requestsSection(requests: readonly PackedRequest[], clock: Clock): Html {
  return requests.length === 0
    ? html`<p class="none">Nothing was asked for by a document request.</p>`
    : html`${requests.map((one) => requestPart(one, clock))}`;
}

export function alertsSection(alerts: readonly PackedAlert[], clock: Clock): Html {
  return table(
    'Alerts',
    ['Opened', 'Kind', 'Severity', 'What happened', 'Status', 'Outcome and reason', 'Assigned to'],
    alerts.map((alert) => [
      clock(alert.openedAt),
      alertTypeLabels[alert.type],
      alertSeverityLabels[alert.severity],
      alert.summary,
      stateText(alert.status),
      [alert.outcome && alertOutcomeLabels[alert.outcome], alert.reason].filter(Boolean).join(': '),
      alert.assignee?.name ?? 'Nobody',
    ]),
    'No alert was opened.',
  );
}

/** The index of documents: what each is, its digest, and the file itself where it is in the pack. */
export function documentsSection(documents: readonly PackedDocument[], clock: Clock): Html {
  return table(
    'Documents',
    ['File', 'What it is', 'Belongs to', 'Added', 'Size', 'SHA-256'],
    documents.map(({ document, of, path, absent }) => [
      path === null
        ? html`${document.fileName}<br><span class="hint">${absent}</span>`
        : html`<a href="${path.split('/').map(encodeURIComponent).join('/')}">${document.fileName}</a>`,
      [documentTypeLabels[document.type], document.expiresOn && `expires ${day(document.expiresOn)}`]
        .filter(Boolean)
        .join(', '),
      of,
      `${clock(document.createdAt)}, ${document.createdBy?.name ?? (document.uploadedBy === 'client' ? 'the client' : 'Assay')}`,
      bytesText(document.size),
      html`<code>${document.sha256}</code>`,
    ]),
    'No documents are on record.',
  );
}
