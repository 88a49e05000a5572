import { expect, it } from 'vitest';
import { fingerprint } from '#api/checks/individual-verifications/record/encryption.ts';
import { createRequestLinks, hashTransactionId } from '#api/follow-up/document-requests/links.ts';
import { testCompanyKeys } from '#tests/support/company-keys.ts';

const [former, newer] = ['a former secret of 32 characters', 'a newer secret, of 32 characters'];

it('keeps the links that were sent, and makes new ones with the newest secret', () => {
  const before = createRequestLinks({ secret: former, appUrl: 'https://assay.test' });
  const after = createRequestLinks({ secret: newer, pastSecrets: [former], appUrl: 'https://assay.test' });
  const sent = before.transactionId('request', 'seed');
  expect(after.transactionId('request', 'seed', hashTransactionId(sent))).toBe(sent);
  const fresh = after.transactionId('request', 'seed');
  expect(fresh).not.toBe(sent);
  expect(after.transactionId('request', 'seed', hashTransactionId(fresh))).toBe(fresh);
});

it('recognises a document used before the key was replaced', () => {
  const companyKeys = testCompanyKeys;
  const before = fingerprint({ idHmacKey: former, companyKeys }, 'company', 'passport LA123456');
  const after = fingerprint(
    { idHmacKey: newer, pastIdHmacKeys: [former], companyKeys },
    'company',
    'passport LA123456',
  );
  expect(after).toBe(before);
  expect(fingerprint({ idHmacKey: newer, companyKeys }, 'company', 'passport LA123456')).not.toBe(before);
});
