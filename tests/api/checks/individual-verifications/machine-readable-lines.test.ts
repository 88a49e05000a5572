import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addVerificationDocument,
  startVerification,
} from '#contract/individual-verifications/individual-verifications.ts';
import { mrzCheckDigit } from '#rules/identity-verification/mrz/check-digits.ts';
import { openTestApi, type TestApi, type TestPerson } from '#tests/support/api/api.ts';
import { personToVerify, sightedPassport, started } from '#tests/support/api/verifications.ts';
import { testEngine } from '#tests/support/database/database.ts';

/** The MRZ of a fictional person's passport, with its check digits. */
function passportLines({
  issuer = 'NZL',
  number = 'LA1234567',
  born = '850312',
  expires = '310501',
} = {}): string {
  const digit = (text: string) => `${text}${mrzCheckDigit(text)}`;
  const first = `P<${issuer}VERIFIEDSAMPLE<<AROHA`.padEnd(44, '<');
  const [document, birth, expiry] = [digit(number.padEnd(9, '<')), digit(born), digit(expires)];
  const optional = digit('<'.repeat(14));
  const whole = mrzCheckDigit(`${document}${birth}${expiry}${optional}`);
  return `${first}\n${document}${issuer}${birth}F${expiry}${optional}${whole}`;
}

describe('a document with its MRZ', () => {
  let test: TestApi;
  let staff: TestPerson;
  beforeAll(async () => {
    test = await openTestApi(testEngine);
    ({ staff } = test.companies.a);
  });
  afterAll(() => test.close());

  async function add(document: object) {
    const client = await personToVerify(test, staff);
    const { id, version } = await started(test, staff, client.id, { method: 'documentSighted' });
    const body = { ...sightedPassport('LA1234567'), version, ...document };
    const input = { params: { id }, body, requestKey: crypto.randomUUID() };
    return test.request(addVerificationDocument, input as never, { as: staff });
  }

  it('is recorded where both agree', async () => {
    const added = await add({ machineReadableLines: passportLines(), bornOn: '1985-03-12' });
    expect(added.response.documents).toMatchObject([{ type: 'nzPassport', numberMasked: '••••••567' }]);
  });

  const number =
    'These lines have another document number than the one above. Check both against the document.';
  it.each([
    [
      'of a kind that has none',
      { type: 'nzDriverLicence', fields: { number: 'DB909192', version: '123' } },
      passportLines(),
      { machineReadableLines: ['A document of this type has no MRZ. Leave this blank.'] },
    ],
    [
      'whose check digits are wrong',
      {},
      passportLines().replace('850312', '850313'),
      { machineReadableLines: expect.arrayContaining([expect.any(String)]) },
    ],
    ['of another number', {}, passportLines({ number: 'LA7654321' }), { machineReadableLines: [number] }],
    [
      'of another country',
      {},
      passportLines({ issuer: 'AUS' }),
      { machineReadableLines: ['The MRZ is of another country’s document. Select its type above.'] },
    ],
    [
      'of another day of birth',
      { bornOn: '1985-03-13' },
      passportLines(),
      { bornOn: ['The lines allow no such day of birth.'] },
    ],
  ])('is rejected with an MRZ %s', async (_, document, machineReadableLines, fields) => {
    const { status, problem } = await add({ ...document, machineReadableLines });
    expect([status, problem?.fields]).toEqual([422, fields]);
  });

  it('is rejected as a certified copy without the certifier’s name', async () => {
    const client = await personToVerify(test, staff);
    const { type, fields } = sightedPassport();
    const body = { method: 'documentCertified' as const, document: { type, fields } };
    const begun = await test.request(
      startVerification,
      { params: { clientId: client.id }, body: body as never },
      { as: staff },
    );
    expect(begun.problem.fields).toEqual({
      'document.certified.refereeName': ['Enter the name of who certified it'],
    });
  });
});
