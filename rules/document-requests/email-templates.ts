import { type CalendarDate, formatDate } from '#rules/dates/calendar-dates.ts';

/** Reason for an email about a request. */
export const requestEmailKinds = ['request', 'newLink', 'reminder', 'overdue', 'changes'] as const;
export type RequestEmailKind = (typeof requestEmailKinds)[number];

export const requestEmailLabels: Record<RequestEmailKind, string> = {
  request: 'Request',
  newLink: 'New link',
  reminder: 'Reminder',
  overdue: 'Reminder, overdue',
  changes: 'Changes requested',
};

/** Content of an email. Contains nothing about the client except the recipient's name. */
export interface RequestEmail {
  kind: RequestEmailKind;
  companyName: string;
  recipientName: string;
  /** Message from staff; blank for none. */
  message: string;
  dueOn: CalendarDate;
  /** Labels of outstanding items. */
  itemLabels: readonly string[];
  /** Link, or its placeholder in a preview. */
  link: string;
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

const openings: Record<RequestEmailKind, (company: string) => string> = {
  request: (company) =>
    `${company} is required by law to verify its clients and needs some documents or details from you.`,
  newLink: (company) =>
    `Here is a new link for your document request from ${company}. Earlier links no longer work.`,
  reminder: (company) => `This is a reminder that ${company} is waiting for documents or details from you.`,
  overdue: (company) => `Your document request from ${company} is overdue.`,
  changes: (company) =>
    `${company} has reviewed your documents and needs some changes. Open the link to see what is needed and why.`,
};

const subjects: Record<RequestEmailKind, (company: string) => string> = {
  request: (company) => `${company} has requested documents from you`,
  newLink: (company) => `New link: documents requested by ${company}`,
  reminder: (company) => `Reminder: documents requested by ${company}`,
  overdue: (company) => `Overdue: documents requested by ${company}`,
  changes: (company) => `Action needed: ${company} needs changes`,
};

/** Subject and plain text of an email about a document request. */
export function formatRequestEmail(mail: RequestEmail): { subject: string; text: string } {
  const { kind, recipientName, message, dueOn, itemLabels, link } = mail;
  const company = oneLine(mail.companyName);
  const text = [
    `Hello ${oneLine(recipientName)}`,
    openings[kind](company),
    ...(message.trim() === '' || kind === 'reminder' || kind === 'overdue' ? [] : [message.trim()]),
    [
      kind === 'changes' ? 'Changes needed:' : 'Documents needed:',
      ...itemLabels.map((label) => `- ${oneLine(label)}`),
    ].join('\n'),
    `Please submit by ${formatDate(dueOn)} on your phone or computer:`,
    link,
    'This link is private; do not share it. You can save and return with the same link.',
    `If you did not expect this, do not open the link. Call ${company} on a number you already have.`,
  ];
  return { subject: subjects[kind](company), text: text.join('\n\n') };
}
