import { createHash, randomInt } from 'node:crypto';

/** Digits and letters without those that are read as one another. */
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz';
const codeLength = 10;
const codeCount = 10;

/** Ten new recovery codes of 49 random bits each, as the person types them: k7xm2-9pqra. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: codeCount }, () => {
    const code = Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('');
    return `${code.slice(0, codeLength / 2)}-${code.slice(codeLength / 2)}`;
  });
}

/** SHA-256 of the person and a code without its separator, base64: guessing is limited by attempts, not by the hash. */
export function hashRecoveryCode(subject: string, code: string): string {
  return createHash('sha256')
    .update(`${subject}\n${code.replace('-', '')}`)
    .digest('base64');
}
