import { randomUUID } from 'node:crypto';
import type { Hono } from 'hono';
import { z } from 'zod';
import type { NodeEnv } from '../listen.ts';
import { agrees, type Outcome, outcomeFor } from './outcomes.ts';
import { badRequest, readBody } from './requests.ts';

const name = z.string().trim().min(1).max(49);
const slashDate = z.string().regex(/^\d{4}\/\d{2}\/\d{2}$/);
const birth = z.string().regex(/^\d{4}(-\d{2}(-\d{2})?)?$/);
const person = { GivenName: z.string().trim().max(49).optional(), FamilyName: name, BirthDate: birth };

/**
 * Checks of the Document Verification Service by path, with the field of the number. Field names are the gateway's
 * where its pages were available (driver licence, Medicare, ImmiCard, visa, name change); passport, birth and
 * citizenship follow the same pattern.
 */
const dvsChecks = {
  driverLicence: {
    number: 'LicenceNumber',
    body: z.object({
      ...person,
      MiddleName: z.string().max(49).optional(),
      LicenceNumber: z.string().min(1).max(10),
      CardNumber: z.string().min(1).max(10),
      StateOfIssue: z.enum(['NSW', 'QLD', 'SA', 'TAS', 'VIC', 'WA', 'ACT', 'NT']),
    }),
  },
  passport: {
    number: 'PassportNumber',
    body: z.object({ ...person, PassportNumber: z.string().min(7).max(9), Gender: z.enum(['M', 'F', 'X']) }),
  },
  medicareCard: {
    number: 'CardNumber',
    body: z.object({
      CardNumber: z.string().regex(/^\d{10}$/),
      IndividualReferenceNumber: z.string().regex(/^[1-9]$/),
      CardType: z.enum(['G', 'B', 'Y']),
      CardExpiry: z.string().regex(/^\d{4}-\d{2}(-\d{2})?$/),
      FullName1: z.string().min(1).max(27),
      FullName2: z.string().max(27).optional(),
      FullName3: z.string().max(27).optional(),
      FullName4: z.string().max(27).optional(),
      BirthDate: birth.optional(),
    }),
  },
  birthCertificate: {
    number: 'RegistrationNumber',
    body: z.object({
      ...person,
      RegistrationNumber: z.string().min(1).max(30),
      RegistrationState: z.string().min(2).max(3),
      RegistrationYear: z.string().optional(),
      CertificateNumber: z.string().max(30).optional(),
    }),
  },
  citizenCertificate: {
    number: 'StockNumber',
    body: z.object({ ...person, StockNumber: z.string().min(1).max(30), AcquisitionDate: birth.optional() }),
  },
  immiCard: {
    number: 'ImmiCardNumber',
    body: z.object({ ...person, ImmiCardNumber: z.string().min(9).max(20) }),
  },
  visa: {
    number: 'PassportNumber',
    body: z.object({
      ...person,
      PassportNumber: z.string().min(1).max(20),
      CountryOfIssue: z.string().length(3).optional(),
    }),
  },
  nameChange: {
    number: 'RegistrationNumber',
    body: z.object({
      ...person,
      GivenName2: z.string().max(49).optional(),
      FamilyName2: name,
      RegistrationNumber: z.string().min(1).max(30),
      RegistrationDate: birth.optional(),
      CertificateNumber: z.string().max(30).optional(),
    }),
  },
} as const;

const diaPerson = { GivenName: z.string().trim().max(50), FamilyName: name, DateOfBirth: slashDate };

/**
 * New Zealand's checks. The passport's follows the gateway's publication; birth, citizenship and licence respond in the
 * same format, because no public specification was found.
 */
const nzChecks = {
  'dia/passportValidation': {
    number: 'TravelDocumentNumber',
    body: z.object({
      ...diaPerson,
      TravelDocumentNumber: z.string().min(7).max(9),
      TravelDocumentExpiryDate: slashDate,
    }),
  },
  'dia/birthValidation': {
    number: 'RegistrationNumber',
    body: z.object({ ...diaPerson, RegistrationNumber: z.string().max(30).optional() }),
  },
  'dia/citizenshipValidation': {
    number: 'CertificateNumber',
    body: z.object({ ...diaPerson, CertificateNumber: z.string().max(30).optional() }),
  },
  'nzta/driverLicenceValidation': {
    number: 'LicenceNumber',
    body: z.object({
      ...diaPerson,
      LicenceNumber: z.string().regex(/^[A-Z]{2}\d{6}$/),
      LicenceVersion: z.string().regex(/^\d{3}$/),
    }),
  },
} as const;

export type Waiting = { slowMs: number };

async function waitIfSlow(outcome: Outcome, { slowMs }: Waiting): Promise<void> {
  if (outcome === 'slow') await new Promise((resolve) => setTimeout(resolve, slowMs));
}

const dvsCodes: Record<Outcome, 'Y' | 'N' | 'D' | 'S'> = {
  match: 'Y',
  slow: 'Y',
  noMatch: 'N',
  birthDiffers: 'N',
  nameDiffers: 'N',
  documentError: 'D',
  unavailable: 'S',
};

function dvsResponse(check: string, outcome: Outcome) {
  const code = dvsCodes[outcome];
  const word = (part: 'name' | 'birth') => (agrees(outcome, part) ? 'Full Match' : 'No Match');
  const errors: Partial<Record<Outcome, { Field: string; Message: string }>> = {
    noMatch: { Field: 'Document', Message: 'MD-001 Details do not match' },
    birthDiffers: { Field: 'BirthDate', Message: 'MD-002 Date of birth does not match' },
    nameDiffers: { Field: 'FamilyName', Message: 'MD-001 Name does not match' },
  };
  const error = errors[outcome];
  return {
    VerifyDocumentResult: {
      attributes: { 'i:type': `${check.charAt(0).toUpperCase()}${check.slice(1)}Response` },
      ActivityId: randomUUID(),
      OriginatingAgencyCode: 'SANDBX',
      VerificationRequestNumber: randomUUID(),
      VerificationResultCode: code,
      ...(error === undefined ? {} : { Errors: { Error: { ...error, Source: 'Issuer' } } }),
    },
    ...(code === 'Y' || code === 'N'
      ? { fieldDetails: { GivenName: word('name'), FamilyName: word('name'), BirthDate: word('birth') } }
      : {}),
  };
}

function nzResponse(outcome: Outcome, body: Record<string, unknown>) {
  const code =
    outcome === 'match' || outcome === 'slow'
      ? 'C'
      : outcome === 'unavailable' || outcome === 'documentError'
        ? 'E'
        : 'NC';
  const fields = [
    { field: 'Given Name', agrees: agrees(outcome, 'name') },
    { field: 'Family Name', agrees: agrees(outcome, 'name') },
    { field: 'Date of Birth', agrees: agrees(outcome, 'birth') },
    { field: 'Document Number', agrees: agrees(outcome, 'other') },
  ];
  const exceptions: Partial<Record<Outcome, string>> = {
    unavailable: 'SERVICE_UNAVAILABLE',
    documentError: 'DOCUMENT_NOT_CURRENT',
  };
  const exception = exceptions[outcome];
  return {
    status: 200,
    message: 'ok',
    data: {
      ...body,
      ResponseType: 'Document Status',
      ResponseCode: code,
      ResponseText: { C: 'Consistent', NC: 'Not Consistent', E: 'Exception' }[code],
      Exceptions: exception === undefined ? [] : [exception],
      MatchedFields: code === 'E' ? [] : fields.filter((field) => field.agrees).map(({ field }) => field),
      UnmatchedFields: code === 'NC' ? fields.filter((field) => !field.agrees).map(({ field }) => field) : [],
      rapidID: `check-${randomUUID()}`,
    },
  };
}

const sourceNames = [
  'New Zealand Credit Bureau',
  'New Zealand Residential',
  'New Zealand LINZ Property',
  'Australia Credit Bureau',
  'Australia Electoral Roll',
] as const;

const sourceBody = z.object({
  countryCode: z.enum(['NZ', 'AU']),
  service: z.array(z.enum(sourceNames)).min(1).max(5),
  clientReference: z.string().max(100),
  firstName: z.string().trim().max(100),
  middleName: z.string().trim().max(100).optional(),
  lastName: z.string().trim().min(1).max(100),
  dateOfBirth: z.iso.date(),
  addressElement1: z.string().max(200).optional(),
  addressElement2: z.string().max(200).optional(),
  addressElement3: z.string().max(200).optional(),
  addressElement4: z.string().max(200).optional(),
  addressElement5: z.string().max(200).optional(),
  consentObtained: z.record(z.string(), z.boolean()),
});

function sourceResponse(body: z.output<typeof sourceBody>, outcome: Outcome) {
  const isDown = outcome === 'unavailable';
  const hasAddress = body.addressElement1 !== undefined && body.addressElement1 !== '';
  const verified = outcome === 'match' || outcome === 'slow';
  const getAnswer = () => ({
    status: isDown ? 1 : 0,
    sourceStatus: isDown ? 'Error' : 'Successful',
    errorMessage: isDown ? 'Data source unavailable' : '',
    identityVerified: verified,
    safeHarbourScore: verified ? 'L2' : 'None',
    nameMatchScore: agrees(outcome, 'name') ? '1.000' : '0.000',
    addressMatchScore: hasAddress ? (agrees(outcome, 'other') ? '1.000' : '0.000') : 'N/A',
    verifications: isDown
      ? {}
      : {
          firstName: agrees(outcome, 'name'),
          lastName: agrees(outcome, 'name'),
          dateOfBirth: agrees(outcome, 'birth'),
          ...(hasAddress ? { addressElement1: agrees(outcome, 'other') } : {}),
        },
    returnedData: {},
  });
  return {
    countryCode: body.countryCode,
    clientReference: body.clientReference,
    reportingReference: `DZ-${randomUUID()}`,
    matchStatus: verified ? 'Full Match 1+1 Verification' : 'No Match',
    searchErrorMessage: '',
    safeHarbour: verified,
    searchStatus: 'Successful',
    serviceResponses: Object.fromEntries(body.service.map((service) => [service, getAnswer()])),
  };
}

/**
 * The gateway's synchronous checks: `POST /dvs/v1/{check}`, `POST /infolog/{dia|nzta}/{check}` and `POST
 * /api/v2/verify` for data sources. Every outcome is 200, as at the vendors; a malformed body is 400, as is a data
 * source check without consent.
 */
export function addDocumentChecks(app: Hono<NodeEnv>, waiting: Waiting): void {
  for (const [check, { number, body: schema }] of Object.entries(dvsChecks)) {
    app.post(`/dvs/v1/${check}`, async (c) => {
      const read = await readBody(c, schema as z.ZodType<Record<string, string>>);
      if (!read.ok) return badRequest(c, read.problem);
      const family = read.body.FamilyName ?? (read.body.FullName1 ?? '').split(' ').at(-1) ?? '';
      const outcome = outcomeFor(read.body[number], family);
      await waitIfSlow(outcome, waiting);
      return c.json(dvsResponse(check, outcome));
    });
  }
  for (const [path, { number, body: schema }] of Object.entries(nzChecks)) {
    app.post(`/infolog/${path}`, async (c) => {
      const read = await readBody(c, schema as z.ZodType<Record<string, string>>);
      if (!read.ok) return badRequest(c, read.problem);
      const outcome = outcomeFor(read.body[number], read.body.FamilyName ?? '');
      await waitIfSlow(outcome, waiting);
      return c.json(nzResponse(outcome, read.body));
    });
  }
  app.post('/api/v2/verify', async (c) => {
    const read = await readBody(c, sourceBody);
    if (!read.ok) return badRequest(c, read.problem);
    const without = read.body.service.find((service) => read.body.consentObtained[service] !== true);
    if (without !== undefined) return badRequest(c, `consentObtained is missing for ${without}.`);
    const outcome = outcomeFor(undefined, read.body.lastName);
    await waitIfSlow(outcome, waiting);
    return c.json(sourceResponse(read.body, outcome));
  });
}
