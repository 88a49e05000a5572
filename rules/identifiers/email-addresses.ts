/** `value` is stored and shown, as typed but for its case; what is sent is `toAsciiAddress` of it. */
export type EmailAddressCheck = { ok: true; value: string } | { ok: false; problem: string };

/** RFC 5321, 4.5.3.1: of the address as it is sent. */
const maxAddressLength = 254;
const maxDomainLength = 253;

const localPart = /^(?:[a-z0-9_'+-]+\.)*[a-z0-9_'+-]*[a-z0-9_+-]$/i;

/** A label of a host name (RFC 1123, 2.1), and a top-level domain, which is of letters or in Punycode. */
const asciiLabel = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const asciiTopLevel = /^(?:[a-z]{2,}|xn--[a-z0-9-]+)$/;

/** Alphabets with letters that look the same: pаypal with a Cyrillic а. */
const lookAlikes = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];

const wrongShape = 'Enter an email address such as name@example.co.nz';
const wrongLocalPart =
  'Use only the letters a to z, digits and . _ + - before the @. Email cannot be sent to addresses with other letters there';
const mixedAlphabets =
  'The domain mixes letters of alphabets that look alike, such as Latin and Cyrillic. Check the address';

/** Full-width letters and dots become plain ones, as domain names are read (UTS 46). */
const plainDomain = (domain: string) => domain.normalize('NFKC').replaceAll('\u3002', '.').toLowerCase();

/** A domain of any script in ASCII (Punycode); undefined if it is not one that email can be sent to. */
function toAsciiDomain(domain: string): string | undefined {
  // Of letters, digits, hyphens and dots alone: a URL would read anything else as its port, path or escape, or drop it.
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain) || !URL.canParse(`http://${domain}`)) return undefined;
  const ascii = new URL(`http://${domain}`).hostname;
  const labels = ascii.split('.');
  const isDomain =
    ascii.length <= maxDomainLength &&
    labels.length > 1 &&
    labels.every((label) => asciiLabel.test(label)) &&
    asciiTopLevel.test(labels.at(-1) ?? '');
  return isDomain ? ascii : undefined;
}

const isMixed = (label: string) => lookAlikes.filter((alphabet) => alphabet.test(label)).length > 1;

/** Local part and domain of an address. */
function split(address: string): [local: string, domain: string] {
  const at = address.lastIndexOf('@');
  return [address.slice(0, Math.max(at, 0)), address.slice(at + 1)];
}

/**
 * Checks a typed email address. Its domain may be of any script; the part before the @ is ASCII, because few mail servers accept
 * others (RFC 6531). A label that mixes Latin, Cyrillic or Greek letters is rejected.
 */
export function checkEmailAddress(text: string): EmailAddressCheck {
  const [local, typedDomain] = split(text.trim());
  const domain = plainDomain(typedDomain);
  const ascii = toAsciiDomain(domain);
  if (ascii === undefined || local === '' || /[\s@]/.test(local)) return { ok: false, problem: wrongShape };
  if (/[^\p{ASCII}]/u.test(local)) return { ok: false, problem: wrongLocalPart };
  if (!localPart.test(local)) return { ok: false, problem: wrongShape };
  if (domain.split('.').some(isMixed)) return { ok: false, problem: mixedAlphabets };
  if (`${local}@${ascii}`.length > maxAddressLength)
    return { ok: false, problem: `Use at most ${maxAddressLength} characters` };
  return { ok: true, value: `${local.toLowerCase()}@${domain}` };
}

/** The address as mail servers and sign-in take it, with its domain in ASCII: `ivy@sample.xn--mori-qsa.nz`. Any other text is returned as it is. */
export function toAsciiAddress(address: string): string {
  const [local, domain] = split(address);
  const ascii = toAsciiDomain(plainDomain(domain));
  return local === '' || ascii === undefined ? address : `${local}@${ascii}`;
}
