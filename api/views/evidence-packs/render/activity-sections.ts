import { activityFields, type FieldGroup, fieldsOfGroup } from '#rules/activity-record/activity-fields.ts';
import { activityOutcomeLabels, activityTypeLabels, capacityLabels } from '#rules/activity-types.ts';
import { alertOutcomeLabels, alertSeverityLabels, alertTypeLabels } from '#rules/alerts/alert-types.ts';
import { riskLevelLabels } from '#rules/clients/client-types.ts';
import { detailFieldLabels, formatItemStatus } from '#rules/document-requests/items.ts';
import { documentTypeLabels } from '#rules/documents/document-types.ts';
import { formatService } from '#rules/firm/captured-services.ts';
import { delayProvisions } from '#rules/firm/cdd-delay.ts';
import { formatScopeGround } from '#rules/firm/scope-grounds.ts';
import { formatMoney } from '#rules/format/money.ts';
import { formatFileSize } from '#rules/format/numbers.ts';
import { activityLifecycle } from '#rules/lifecycles/activities.ts';
import { requestLifecycle } from '#rules/lifecycles/checks.ts';
import { alertLifecycle } from '#rules/lifecycles/monitoring.ts';
import { fieldTexts } from '#rules/records/field-texts.ts';
import { type RecordFields, valueIn } from '#rules/records/fields.ts';
import type { PackedAlert, PackedDocument, PackedRequest, PackRecords } from '../contents/records.ts';
import { addressWithSource, day, formatEnumValue, yesNoOrUnknown } from './formatters.ts';
import { facts, type Html, html, prose, table } from './html.ts';

type Clock = (instant: string | null) => string;
type PackedActivity = NonNullable<PackRecords['activity']>;

/** Records that replace CDD on another party who does not cooperate. */
function nonCooperationPart({ nonCooperation }: PackedActivity['record'], clock: Clock): Html {
  return nonCooperation.length === 0
    ? html``
    : table(
        'Parties who do not cooperate with CDD',
        ['Party', 'Steps taken', 'Difficulties', 'Suspicious matter report considered', 'Recorded'],
        nonCooperation.map(({ name, steps, difficulties, reportConsidered, at, by }) => [
          name,
          prose(steps),
          prose(difficulties),
          yesNoOrUnknown(reportConsidered),
          `${clock(at)}, ${by.name}`,
        ]),
        '',
      );
}

/** Arrangements with another participant of the sale on whose CDD the company relies. */
function arrangementsPart({ arrangements }: PackedActivity['record'], clock: Clock): Html {
  return arrangements.length === 0
    ? html``
    : table(
        'Participants’ arrangements',
        ['Party', 'Other participant', 'Responsibilities', 'Agreed', 'CDD done', 'Data received', 'Recorded'],
        arrangements.map((record) => [
          record.counts ? record.name : `${record.name} (does not apply)`,
          record.participant,
          prose(record.responsibilities),
          day(record.agreedOn),
          day(record.cddDoneOn),
          day(record.receivedOn),
          `${clock(record.at)}, ${record.by.name}`,
        ]),
        '',
      );
}

/** The described fields of a group. */
export const groupRows = (
  fields: RecordFields,
  group: FieldGroup,
  record: object,
): [label: string, text: string | Html | null][] =>
  fieldsOfGroup(fields, group).map(([name, field]) => {
    const text = fieldTexts({ name, field, value: valueIn(record, name, field) }, day).join(', ');
    return [field.label, field.kind === 'text' && field.isMultiline ? prose(text) : text];
  });

/** The activity, its completion requirements, and changes of its clients since. */
export function activitySection({ record, snapshot }: PackedActivity, clock: Clock): Html {
  return html`${facts([
    ['Reference', record.reference],
    [activityFields.activityType.label, activityTypeLabels[record.activityType]],
    [
      activityFields.capturedActivityNz.label,
      record.capturedActivityNz && formatService(record.capturedActivityNz),
    ],
    [
      activityFields.designatedServiceAu.label,
      record.designatedServiceAu && formatService(record.designatedServiceAu),
    ],
    [activityFields.outsideScopeNz.label, record.outsideScopeNz && formatScopeGround(record.outsideScopeNz)],
    [activityFields.outsideScopeAu.label, record.outsideScopeAu && formatScopeGround(record.outsideScopeAu)],
    ...groupRows(activityFields, 'scope', record),
    ...groupRows(activityFields, 'details', record),
    ['Status', activityLifecycle.labels[record.status]],
    ['Outcome', record.outcome && activityOutcomeLabels[record.outcome]],
    ['Risk', record.riskLevel && riskLevelLabels[record.riskLevel]],
    [
      activityFields.maxTransactionValue.label,
      record.maxTransactionValue === null ? '' : formatMoney(record.maxTransactionValue, record.currency),
    ],
    ...groupRows(activityFields, 'money', record),
    [activityFields.address.label, record.address && addressWithSource(record.address)],
    ...groupRows(activityFields, 'dates', record),
    [
      activityFields.delayedCddBasis.label,
      record.delayedCdd &&
        `Due ${day(record.delayedCdd.dueOn)} (${delayProvisions[record.delayedCdd.basis]})`,
    ],
    [activityFields.delayedCddGround.label, prose(record.delayedCdd?.ground ?? null)],
    [activityFields.delayedCddRiskLimits.label, prose(record.delayedCdd?.riskLimits ?? null)],
    ['Delay recorded by', record.delayedCdd?.recordedBy?.name],
    [
      'Delay approved by',
      record.delayedCdd &&
        (record.delayedCdd.approval === null
          ? 'Awaiting approval'
          : `${record.delayedCdd.approval.by.name}, ${clock(record.delayedCdd.approval.at)}`),
    ],
    ...groupRows(activityFields, 'delay', record),
    [activityFields.assigneeMemberId.label, record.assignee?.name],
    [activityFields.reviewerMemberId.label, record.reviewer?.name],
    [
      'Approved by a senior manager',
      record.seniorApproval && `${record.seniorApproval.by.name}, ${clock(record.seniorApproval.at)}`,
    ],
    ...groupRows(activityFields, 'reference', record),
    ['Completed', clock(record.completedAt)],
    ['Snapshot hash (SHA-256)', record.snapshotHash && html`<code>${record.snapshotHash}</code>`],
  ])}${table(
    'Parties',
    ['Name', 'Capacity'],
    record.parties.map(({ name, capacity }) => [name, capacityLabels[capacity]]),
    'No parties recorded.',
  )}${
    record.customersByLaw.length === 0
      ? html``
      : table(
          'Customers by law',
          ['Name', 'Why', 'Provision'],
          record.customersByLaw.map(({ name, reason, provision }) => [name, reason, provision]),
          '',
        )
  }${nonCooperationPart(record, clock)}${arrangementsPart(record, clock)}${table(
    'Completion checklist',
    ['Outstanding'],
    record.checklist.map(({ text }) => [text]),
    'All requirements met.',
  )}${
    snapshot === null
      ? html``
      : table(
          'Changes since completion',
          ['Client', 'Field', 'At completion', 'Today'],
          record.changedSince.map(({ name, field, atCompletion, today }) => [
            name,
            formatEnumValue(field),
            atCompletion ?? '',
            today ?? '',
          ]),
          'None. The snapshot is in data/activity.json.',
        )
  }`;
}

function formatDetails(details: PackedRequest['items'][number]['details']): string {
  if (details === null) return '';
  return Object.entries(details)
    .map(([field, value]) => {
      const name = detailFieldLabels[field as keyof typeof detailFieldLabels] ?? field;
      return `${name}: ${typeof value === 'string' ? value : value ? addressWithSource(value) : ''}`;
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
      `Email to ${to}: ${formatEnumValue(kind)}`,
    ]),
  ];
  return html`<div class="record"><h3>To ${request.recipientName}, ${clock(request.createdAt)}</h3>${facts([
    ['Status', requestLifecycle.labels[request.status]],
    ['Sent to', request.recipientEmail],
    ['Due', day(request.dueOn)],
    ['Message', prose(request.message)],
  ])}${table(
    'Requested items',
    ['Item', 'Required', 'Status', 'Added', 'Files'],
    request.items.map((item) => [
      item.label,
      yesNoOrUnknown(item.required),
      `${formatItemStatus(item, request.submittedAt)}${item.rejectReason ? `: ${item.rejectReason}` : ''}`,
      [clock(item.givenAt), formatDetails(item.details)].filter(Boolean).join(', '),
      item.documents.map(({ fileName }) => fileName).join(', '),
    ]),
    'No items requested.',
  )}${table(
    'Timeline',
    ['When', 'Event'],
    steps
      .filter((step): step is [string, string] => step[0] !== null)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([at, what]) => [clock(at), what]),
    'No events yet.',
  )}</div>`;
}

export function requestsSection(requests: readonly PackedRequest[], clock: Clock): Html {
  return requests.length === 0
    ? html`<p class="none">No document requests.</p>`
    : html`${requests.map((request) => requestPart(request, clock))}`;
}

export function alertsSection(alerts: readonly PackedAlert[], clock: Clock): Html {
  return table(
    'Alerts',
    ['Opened', 'Kind', 'Severity', 'Summary', 'Status', 'Outcome and reason', 'Assigned to'],
    alerts.map((alert) => [
      clock(alert.openedAt),
      alertTypeLabels[alert.type],
      alertSeverityLabels[alert.severity],
      alert.summary,
      alertLifecycle.labels[alert.status],
      [alert.outcome && alertOutcomeLabels[alert.outcome], alert.reason].filter(Boolean).join(': '),
      alert.assignee?.name ?? 'Unassigned',
    ]),
    'No alert was opened.',
  );
}

/** Index of documents: type, digest, and a link where the file is in the pack. */
export function documentsSection(documents: readonly PackedDocument[], clock: Clock): Html {
  return table(
    'Documents',
    ['File', 'Type', 'Record', 'Added', 'Size', 'SHA-256'],
    documents.map(({ document, of, path, absent }) => [
      path === null
        ? html`${document.fileName}<br><span class="hint">${absent}</span>`
        : html`<a href="${path.split('/').map(encodeURIComponent).join('/')}">${document.fileName}</a>`,
      [documentTypeLabels[document.type], document.expiresOn && `expires ${day(document.expiresOn)}`]
        .filter(Boolean)
        .join(', '),
      of,
      `${clock(document.createdAt)}, ${document.createdBy?.name ?? (document.uploadedBy === 'client' ? 'the client' : 'Assay')}`,
      formatFileSize(document.size),
      html`<code>${document.sha256}</code>`,
    ]),
    'No documents are on record.',
  );
}
