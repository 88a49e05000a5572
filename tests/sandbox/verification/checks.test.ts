import { describe, expect, it } from 'vitest';
import type { Sandbox } from '#sandbox/services.ts';
import { createClock, getLog, injectFault, startTestSandbox } from '../start.ts';

function post(sandbox: Sandbox, path: string, body: unknown, token = sandbox.verificationToken) {
  return fetch(`${sandbox.verificationUrl}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', token },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

const person = { GivenName: 'Ana', FamilyName: 'Ngata', BirthDate: '1985-03-07' };
const licence = (number: string) => ({
  ...person,
  LicenceNumber: number,
  CardNumber: '1234567890',
  StateOfIssue: 'NSW',
});
const passport = (number: string) => ({
  GivenName: 'Ana',
  FamilyName: 'Ngata',
  DateOfBirth: '1985/03/07',
  TravelDocumentNumber: number,
  TravelDocumentExpiryDate: '2030/01/01',
});

describe('Australian checks', () => {
  it('return a result by document number: match, no match, document error, source down', async () => {
    const sandbox = await startTestSandbox({ verification: { slowMs: 1 } });
    const getCode = async (number: string) => {
      const response = await post(sandbox, '/dvs/v1/driverLicence', licence(number));
      expect(response.status).toBe(200);
      const body = (await response.json()) as {
        VerifyDocumentResult: Record<string, unknown>;
        fieldDetails?: object;
      };
      return [body.VerifyDocumentResult.VerificationResultCode, body.fieldDetails];
    };
    const all = { GivenName: 'Full Match', FamilyName: 'Full Match', BirthDate: 'Full Match' };
    expect(await getCode('1234567')).toEqual(['Y', all]);
    expect(await getCode('111111')).toEqual(['N', expect.objectContaining({ FamilyName: 'No Match' })]);
    expect(await getCode('222222')).toEqual(['D', undefined]);
    expect(await getCode('333333')).toEqual(['S', undefined]);
    expect(await getCode('444444')).toEqual(['Y', all]);
    expect(await getCode('555555')).toEqual(['N', { ...all, BirthDate: 'No Match' }]);
  });

  it('accept every document type of the service and reject malformed bodies', async () => {
    const sandbox = await startTestSandbox();
    const bodies = {
      passport: { ...person, PassportNumber: 'PA1234567', Gender: 'F' },
      medicareCard: {
        CardNumber: '2123456701',
        IndividualReferenceNumber: '1',
        CardType: 'G',
        CardExpiry: '2028-03',
        FullName1: 'ANA NGATA',
      },
      birthCertificate: { ...person, RegistrationNumber: '123', RegistrationState: 'NSW' },
      citizenCertificate: { ...person, StockNumber: 'ACC123' },
      immiCard: { ...person, ImmiCardNumber: 'EIS123456' },
      visa: { ...person, PassportNumber: 'L898902C3', CountryOfIssue: 'DEU' },
      nameChange: { ...person, FamilyName2: 'Smith', RegistrationNumber: '12' },
    };
    for (const [path, body] of Object.entries(bodies)) {
      expect([path, (await post(sandbox, `/dvs/v1/${path}`, body)).status]).toEqual([path, 200]);
      expect((await post(sandbox, `/dvs/v1/${path}`, {})).status).toBe(400);
    }
    expect((await post(sandbox, '/dvs/v1/driverLicence', '{')).status).toBe(400);
    expect((await post(sandbox, '/dvs/v1/nothing', {})).status).toBe(404);
  });
});

describe('New Zealand checks', () => {
  it('return Consistent, Not Consistent or Exception with the fields', async () => {
    const sandbox = await startTestSandbox({ verification: { slowMs: 1 } });
    const getData = async (number: string) =>
      (
        (await (await post(sandbox, '/infolog/dia/passportValidation', passport(number))).json()) as {
          data: object;
        }
      ).data;
    expect(await getData('LA123456')).toMatchObject({
      ResponseCode: 'C',
      UnmatchedFields: [],
      TravelDocumentNumber: 'LA123456',
    });
    expect(await getData('LA555555')).toMatchObject({
      ResponseCode: 'NC',
      UnmatchedFields: ['Date of Birth'],
    });
    expect(await getData('LA222222')).toMatchObject({
      ResponseCode: 'E',
      Exceptions: ['DOCUMENT_NOT_CURRENT'],
    });
    expect(await getData('LA333333')).toMatchObject({
      ResponseCode: 'E',
      Exceptions: ['SERVICE_UNAVAILABLE'],
    });
    const { TravelDocumentNumber: _number, TravelDocumentExpiryDate: _expiry, ...diaPerson } = passport('');
    const birth = (await (
      await post(sandbox, '/infolog/dia/birthValidation', { ...diaPerson, FamilyName: 'Nomatch' })
    ).json()) as { data: object };
    expect(birth.data).toMatchObject({ ResponseCode: 'NC' });
  });
});

describe('data sources', () => {
  const body = {
    countryCode: 'NZ',
    service: ['New Zealand Credit Bureau'],
    clientReference: 'ref',
    firstName: 'Ana',
    lastName: 'Ngata',
    dateOfBirth: '1985-03-07',
    addressElement1: '1 Kōwhai Street',
    consentObtained: { 'New Zealand Credit Bureau': true },
  };

  it('require consent and return the fields that agree', async () => {
    const sandbox = await startTestSandbox();
    const response = await (await post(sandbox, '/api/v2/verify', body)).json();
    expect(response).toMatchObject({
      serviceResponses: {
        'New Zealand Credit Bureau': {
          identityVerified: true,
          verifications: { dateOfBirth: true, addressElement1: true },
        },
      },
    });
    expect((await post(sandbox, '/api/v2/verify', { ...body, consentObtained: {} })).status).toBe(400);
    const down = await (await post(sandbox, '/api/v2/verify', { ...body, lastName: 'Unavailable' })).json();
    expect(down).toMatchObject({
      serviceResponses: { 'New Zealand Credit Bureau': { sourceStatus: 'Error', identityVerified: false } },
    });
  });
});

describe('the gateway', () => {
  it('requires its token and limits calls', async () => {
    const clock = createClock();
    const sandbox = await startTestSandbox({
      now: clock.now,
      verification: { limits: { burst: 2, perSecond: 1 } },
    });
    expect((await post(sandbox, '/dvs/v1/driverLicence', licence('1234567'), 'wrong')).status).toBe(401);
    const statuses: number[] = [];
    for (let i = 0; i < 3; i += 1)
      statuses.push((await post(sandbox, '/dvs/v1/driverLicence', licence('1234567'))).status);
    expect(statuses).toEqual([200, 200, 429]);
    clock.forward(1);
    expect((await post(sandbox, '/dvs/v1/driverLicence', licence('1234567'))).status).toBe(200);
    expect((await post(sandbox, '/dvs/v1/driverLicence', 'x'.repeat(20_000))).status).not.toBe(200);
  });

  it('injects faults and logs no bodies', async () => {
    const sandbox = await startTestSandbox();
    await injectFault(sandbox.verificationUrl, { kind: 'status', path: '/dvs/*', status: 503 });
    expect((await post(sandbox, '/dvs/v1/driverLicence', licence('1234567'))).status).toBe(503);
    expect(JSON.stringify(await getLog(sandbox.verificationUrl))).not.toContain('1234567');
  });
});
