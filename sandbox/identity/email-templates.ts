import type { Mail } from '../outbox/store.ts';

/** Masks `owner@demo.test` as `o***@demo.test`; '' if it is no address. */
export function maskEmail(email: string): string {
  const split = email.lastIndexOf('@');
  return split < 1 ? '' : `${email.slice(0, 1)}***${email.slice(split)}`;
}

/** Adds the token as parameter `t` to a URL, preserving its query and fragment. */
export function withToken(url: string, token: string): string {
  const link = new URL(url);
  link.searchParams.set('t', token);
  return link.href;
}

export function codeEmail(
  to: string,
  code: string,
  kind: 'sign-in code' | 'sign-up code' | 'new address code',
): Mail {
  return {
    to,
    kind,
    subject: `Your Assay code: ${code}`,
    code,
    text: `Your code is ${code}.\n\nIt works once, within 10 minutes. If you did not request it, ignore this message and do not share the code.`,
  };
}

const linkTexts = {
  'sign-in link': {
    subject: 'Sign in to Assay',
    text: 'Open this link to sign in. It works once, within 30 minutes.',
  },
  'sign-up link': {
    subject: 'Confirm your email address',
    text: 'Open this link to confirm your email address and finish signing up to Assay. It works once, within 30 minutes.',
  },
  'password reset': {
    subject: 'Set a new password for Assay',
    text: 'Open this link to set a new password. It works once, within 30 minutes. Your present password stays as it is until then.',
  },
  invitation: {
    subject: 'You are invited to Assay',
    text: 'Open this link to accept the invitation. It expires soon and works once.',
  },
};

export function linkEmail(to: string, link: string, kind: keyof typeof linkTexts): Mail {
  const { subject, text } = linkTexts[kind];
  const ending = 'If you did not expect this message, ignore it.';
  return { to, kind, subject, link, text: `${text}\n\n${link}\n\n${ending}` };
}
