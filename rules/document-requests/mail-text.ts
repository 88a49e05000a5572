import { type CalendarDate, formatDate } from '#rules/calendar-dates.ts';

/** Why a mail about a request is sent. */
export const requestMailKinds = ['request', 'newLink', 'reminder', 'overdue', 'changes'] as const;
export type RequestMailKind = (typeof requestMailKinds)[number];

export const requestMailLabels: Record<RequestMailKind, string> = {
  request: 'Request',
  newLink: 'New link',
  reminder: 'Reminder',
  overdue: 'Reminder, overdue',
  changes: 'Something is needed again',
};

/** What a mail says; nothing in it is about the client but the name it is addressed to. */
export interface RequestMail {
  kind: RequestMailKind;
  companyName: string;
  recipientName: string;
  /** Staff's own words; blank for none. */
  message: string;
  dueOn: CalendarDate;
  /** Labels of what is still to be given. */
  itemLabels: readonly string[];
  /** The link, or what stands for it in a preview. */
  link: string;
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

const openings: Record<RequestMailKind, (company: string) => string> = {
  request: (company) =>
    `${company} asks you for documents or details that the law requires it to hold about its clients.`,
  newLink: (company) =>
    `${company} sends you a new link for what it asked you for. The link in earlier mail no longer works.`,
  reminder: (company) => `${company} reminds you of the documents or details that it asked you for.`,
  overdue: (company) =>
    `${company} has not had everything yet that it asked you for. The due date has passed.`,
  changes: (company) =>
    `${company} looked at what you gave and needs something again. The page behind the link says what and why.`,
};

const subjects: Record<RequestMailKind, (company: string) => string> = {
  request: (company) => `${company} asks you for documents`,
  newLink: (company) => `${company} asks you for documents: your new link`,
  reminder: (company) => `Reminder: ${company} asked you for documents`,
  overdue: (company) => `Overdue: ${company} asked you for documents`,
  changes: (company) => `${company} needs something again`,
};

/** Subject and plain text of a mail about a document request. */
export function requestMailText(mail: RequestMail): { subject: string; text: string } {
  const { kind, recipientName, message, dueOn, itemLabels, link } = mail;
  const company = oneLine(mail.companyName);
  const text = [
    `Hello ${oneLine(recipientName)}`,
    openings[kind](company),
    ...(message.trim() === '' || kind === 'reminder' || kind === 'overdue' ? [] : [message.trim()]),
    [
      kind === 'changes' ? 'Needed again:' : 'What is needed:',
      ...itemLabels.map((label) => `- ${oneLine(label)}`),
    ].join('\n'),
    `Please give it by ${formatDate(dueOn)}, on your phone or computer:`,
    link,
    'The link is for you alone: whoever has it can give things in your name, so do not pass it on. You can stop at any time and go on later with the same link.',
    `If you did not expect this, do not open the link. Ask ${company} by a phone number that you know.`,
  ];
  return { subject: subjects[kind](company), text: text.join('\n\n') };
}
