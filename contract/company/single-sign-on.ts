import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { instant, optionalText, recordId, signInAddress } from '#contract/fields.ts';

const ssoMode = z.enum(['off', 'optional', 'required'], { error: 'Select from the list' });
const ssoProtocol = z.enum(['oidc', 'saml'], { error: 'Select from the list' });

/** An email domain, with the TXT record that proves that the company owns it. */
const ssoDomain = z.object({
  id: recordId,
  domain: z.string(),
  recordName: z.string(),
  recordValue: z.string(),
  verifiedAt: instant.nullable(),
});
export type SsoDomain = z.infer<typeof ssoDomain>;

const text = z.string().nullable();

/** Single sign-on of a company. Without a connection its version is 0. The client secret is stored by the identity service alone. */
const singleSignOn = z.object({
  version: z.number().int(),
  mode: ssoMode,
  protocol: ssoProtocol,
  issuer: text,
  clientId: text,
  authorizationUrl: text,
  tokenUrl: text,
  userInfoUrl: text,
  jwksUrl: text,
  metadataUrl: text,
  domains: z.array(ssoDomain),
  /** What the identity provider has to know of the service. Null where it is not known yet. */
  redirectUrl: text,
  acsUrl: text,
  entityId: text,
});
export type SingleSignOn = z.infer<typeof singleSignOn>;

const owners = { caller: 'member', permission: 'team.manage' } as const;

export const readSingleSignOn = endpoint({
  id: 'sso.read',
  method: 'GET',
  path: '/sso',
  summary: 'Get the company’s email domains and the connection to its identity provider',
  ...owners,
  response: singleSignOn,
  status: 200,
});

const domainName = z
  .string({ error: 'Enter a domain such as example.co.nz' })
  .trim()
  .toLowerCase()
  .max(253, { error: 'Enter a domain such as example.co.nz' })
  .regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/, {
    error: 'Enter a domain such as example.co.nz',
  });

const domainSaved = z.object({ id: recordId, domain: z.string() });

export const addSsoDomain = endpoint({
  id: 'sso.addDomain',
  recentProof: true,
  method: 'POST',
  path: '/sso/domains',
  summary: 'Add an email domain, which counts once a TXT record proves that the company owns it',
  ...owners,
  once: true,
  body: z.object({ domain: domainName }),
  response: domainSaved,
  status: 201,
});

export const verifySsoDomain = endpoint({
  id: 'sso.verifyDomain',
  recentProof: true,
  method: 'POST',
  path: '/sso/domains/:id/verify',
  summary: 'Look up the TXT record of an email domain',
  ...owners,
  params: z.object({ id: recordId }),
  body: z.object({}),
  response: domainSaved,
  status: 200,
});

export const removeSsoDomain = endpoint({
  id: 'sso.removeDomain',
  recentProof: true,
  method: 'POST',
  path: '/sso/domains/:id/remove',
  summary: 'Remove an email domain',
  ...owners,
  params: z.object({ id: recordId }),
  body: z.object({}),
  response: domainSaved,
  status: 200,
});

const plain = optionalText({ max: 300 });
const address = z
  .string()
  .trim()
  .max(1000, { error: 'Use at most 1,000 characters' })
  .refine((value) => value === '' || z.url({ protocol: /^https$/ }).safeParse(value).success, {
    error: 'Enter an address that starts with https://',
  })
  .optional()
  .transform((value) => (value === '' ? undefined : value));

const required = {
  oidc: {
    issuer: 'Enter the issuer',
    clientId: 'Enter the client ID',
    clientSecret: 'Enter the client secret',
    authorizationUrl: 'Enter the authorization endpoint',
    tokenUrl: 'Enter the token endpoint',
    userInfoUrl: 'Enter the user info endpoint',
    jwksUrl: 'Enter the address of the keys (JWKS)',
  },
  saml: { metadataUrl: 'Enter the metadata address' },
} as const;

const ssoConnectionInput = z
  .object({
    /** As read; 0 for the first connection. */
    version: z.coerce.number({ error: 'Version is missing. Reload the page and try again' }).int().min(0),
    mode: ssoMode,
    protocol: ssoProtocol,
    issuer: address,
    clientId: plain,
    /** Passed on to the identity service and not stored; required each time. */
    clientSecret: plain,
    authorizationUrl: address,
    tokenUrl: address,
    userInfoUrl: address,
    jwksUrl: address,
    metadataUrl: address,
  })
  .superRefine((input, context) => {
    if (input.mode === 'off') return;
    for (const [field, message] of Object.entries(required[input.protocol])) {
      if (input[field as keyof typeof input] === undefined)
        context.addIssue({ code: 'custom', path: [field], message });
    }
  });

export const saveSingleSignOn = endpoint({
  id: 'sso.save',
  recentProof: true,
  method: 'POST',
  path: '/sso',
  summary: 'Connect the company’s identity provider, and say who must use it',
  ...owners,
  body: ssoConnectionInput,
  response: z.object({ version: z.number().int() }),
  status: 200,
});

export const findSingleSignOn = endpoint({
  id: 'sso.find',
  method: 'POST',
  path: '/sso/lookup',
  summary: 'Get the company whose identity provider signs in an email address',
  caller: 'open',
  body: z.object({ loginId: signInAddress }),
  response: z.object({ companyId: recordId.nullable() }),
  status: 200,
});
