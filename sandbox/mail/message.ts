import type { Mail } from '../outbox/store.ts';

/** A parsed message: RFC 5322 with one plain text part, the only form that Assay sends. */
export type ReadMessage = Omit<Mail, 'to'> & { id?: string };

function getHeaders(head: string): Map<string, string> {
  const unfolded = head.replace(/\r?\n[ \t]+/g, ' ');
  return new Map(
    unfolded.split(/\r?\n/).flatMap((line) => {
      const at = line.indexOf(':');
      return at < 1 ? [] : [[line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim()] as const];
    }),
  );
}

function quotedPrintable(text: string): Buffer {
  const joined = text.replace(/=\r?\n/g, '');
  return Buffer.from(
    joined.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
}

/** RFC 2047: `=?UTF-8?Q?…?=` and `=?UTF-8?B?…?=`; white space between encoded words is ignored. */
function decodedHeader(value: string): string {
  return value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, (_, how: string, text: string) =>
      (how.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64')
        : quotedPrintable(text.replaceAll('_', ' '))
      ).toString(),
    );
}

function decodedBody(body: string, encoding: string): string {
  const bytes =
    encoding === 'base64'
      ? Buffer.from(body, 'base64')
      : encoding === 'quoted-printable'
        ? quotedPrintable(body)
        : Buffer.from(body, 'latin1');
  return bytes.toString().replaceAll('\r\n', '\n').trim();
}

/** Parses a message for the outbox: subject, text and the first link. */
export function readMessage(bytes: Buffer): ReadMessage {
  const whole = bytes.toString('latin1');
  const end = /\r?\n\r?\n/.exec(whole);
  const headers = getHeaders(end ? whole.slice(0, end.index) : whole);
  const body = end ? whole.slice(end.index + end[0].length) : '';
  const text = decodedBody(body, (headers.get('content-transfer-encoding') ?? '7bit').toLowerCase());
  const link = /^https?:\/\/\S+$/m.exec(text)?.[0];
  const id = headers.get('message-id');
  return {
    ...(id === undefined ? {} : { id }),
    subject: decodedHeader(headers.get('subject') ?? ''),
    text,
    kind: headers.get('x-assay-kind') ?? 'mail',
    ...(link === undefined ? {} : { link }),
  };
}
