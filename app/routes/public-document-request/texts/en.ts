import type { RequestItemStatus } from '#rules/document-requests/items.ts';

const list = (labels: readonly string[]) => labels.join(', ');

/**
 * Every text of the recipient's pages in English. Another language is a file of the same shape beside this one. Errors of
 * fields and files come from the API.
 */
export const en = {
  title: (company: string) => `Document request from ${company}`,
  heading: (company: string) => `${company} has requested documents from you`,
  why: (company: string) =>
    `${company} must verify its clients under anti-money laundering law. Your information is sent only to ${company}.`,
  due: 'Please submit it by',
  messageFrom: (company: string) => `Message from ${company}`,
  linkEnds: (company: string, day: string) =>
    `This link expires on ${day}. Do not share it. If you did not expect this request, call ${company} on a number you already have.`,

  start: {
    heading: 'What you will need',
    optional: ' (optional)',
    duration: (minutes: number) => `This takes about ${minutes} minutes.`,
    ready: (day: string) =>
      `Have your documents ready, or your phone to photograph them. You can save and return with the same link until ${day}.`,
    button: 'Start',
    busy: 'Starting…',
  },

  tasks: {
    heading: 'Documents needed',
    done: (done: number, all: number) => `${done} of ${all} done`,
    check: 'Check your answers and submit',
    missing: (labels: readonly string[]) => `Still needed: ${list(labels)}.`,
    complete: 'Everything needed is here. Check your answers, then submit them.',
    all: 'All documents',
  },

  statuses: {
    requested: 'Required',
    given: 'Added',
    accepted: 'Accepted',
    rejected: 'Changes requested',
  } satisfies Record<RequestItemStatus, string>,
  submitted: 'Submitted',
  optional: 'Optional',

  item: {
    of: (position: number, all: number) => `${position} of ${all}`,
    upload: (label: string) => `Upload ${label}`,
    rejected: 'Why we need this again',
    file: (number: number) => `File ${number}`,
    remove: 'Remove',
    removeOf: (file: string, label: string) => `${file} of ${label}`,
    kinds: (room: number, isMore: boolean) =>
      `PDF, JPG, PNG or HEIC, 10 MB each${isMore ? `, up to ${room} more` : `, up to ${room}`}. Location data is removed from photos.`,
    full: (max: number) => `You have uploaded the maximum of ${max} files. Remove one to add another.`,
    photo: 'Take a photo',
    select: 'Select files',
    error: 'Error: ',
    addAnother: 'Save and add another file',
    next: 'Save and continue',
    skip: 'Skip for now',
    busy: 'Saving…',
    hidden: 'Your answers are saved and hidden. Re-enter them only to make a change.',
    name: 'Full name',
    nameHint: 'As shown on your passport or licence',
    dateOfBirth: 'Date of birth',
    documentNumber: 'Document number',
    documentExpiry: 'Expiry date',
    saved: 'Saved.',
    savedOf: (labels: readonly string[]) => `Saved: ${list(labels)}.`,
    known: 'You have already uploaded this file.',
    removed: 'File removed.',
    otherSaved: (count: number) =>
      count === 1 ? 'The other file is saved.' : `${count} other files are saved.`,
    chooseFirst: 'Select a file or take a photo first',
    missing: (label: string) => `${label}: still needed`,
    nothingFilled: 'Fill in an item or choose a file first',
  },

  check: {
    heading: 'Check your answers',
    intro: 'You cannot change them after you submit.',
    files: (count: number) => (count === 1 ? '1 file' : `${count} files`),
    entered: 'Entered',
    missing: 'Still needed',
    skipped: 'Not provided (optional)',
    change: 'Edit',
    add: 'Add',
    submitTo: (company: string) => `Submit to ${company}`,
    consent: (company: string) =>
      `I consent to ${company} collecting and using this information to verify my identity and meet its anti-money laundering obligations.`,
    button: 'Submit',
    busy: 'Sending…',
  },

  done: {
    heading: (company: string) => `Thank you. Everything was sent to ${company}.`,
    next: 'Nothing more to do. We will email you if anything else is needed.',
    sent: 'Your documents',
  },

  errors: {
    count: (count: number) => (count === 1 ? 'There is 1 error to fix' : `There are ${count} errors to fix`),
    notSent: (count: string) => `Not sent yet. ${count}`,
    savedAlready: (labels: readonly string[]) =>
      `Saved: ${list(labels)}. You do not need to submit this again.`,
    /** Shown by the page's script. */
    unsentHeading: 'This was not sent',
    offline:
      'The connection broke. Everything you typed and chose is still here. Sending continues once you are online again.',
    failed:
      'Our service did not answer. Everything you typed and chose is still here: press the button again.',
    sending: 'Sending. Do not close this page.',
    wentWrong: 'Something went wrong',
    wentWrongText: 'Your saved answers are safe. Wait a moment, then open your link again.',
    tooLarge: 'This form is too large',
    tooLargeText:
      'A form without files can be 1 MB at most. This one was larger, so nothing in it was saved; your earlier answers are safe. Go back, shorten the text, then send it again.',
  },
};
