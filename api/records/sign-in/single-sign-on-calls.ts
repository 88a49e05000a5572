import type createSdk from '@descope/node-sdk';
import { identityUnavailable } from '../../kernel/http/identity-unavailable.ts';

/** A connection to a company's identity provider. */
export type SsoConnection =
  | {
      protocol: 'oidc';
      issuer: string;
      clientId: string;
      clientSecret: string;
      authorizationUrl: string;
      tokenUrl: string;
      userInfoUrl: string;
      jwksUrl: string;
    }
  | { protocol: 'saml'; metadataUrl: string };

/** A company as tenant of the identity service, which has the company's id. */
interface SsoTenant {
  companyId: string;
  name: string;
  /** Proven email domains. */
  domains: readonly string[];
}

/** Calls of the identity service about single sign-on. All throw an error of `isIdentityUnavailable` if it is down. */
export interface SingleSignOnCalls {
  /** Creates or updates the company's tenant. */
  saveTenant(tenant: SsoTenant): Promise<void>;
  /** @param returnUrl page that a sign-in leads back to. @returns false if the service rejects the settings */
  connect(tenant: SsoTenant, connection: SsoConnection, returnUrl: string): Promise<boolean>;
  disconnect(companyId: string): Promise<void>;
  /** What a SAML identity provider has to know of the service; undefined without a connection. */
  serviceProvider(companyId: string): Promise<{ acsUrl: string; entityId: string } | undefined>;
  /** Redirect address of the service at OIDC providers. */
  redirectUrl: string;
}

type Sdk = ReturnType<typeof createSdk>;

interface Answer {
  ok: boolean;
  code?: number;
}

/** False for what the service does not know or accept. @throws an error of `isIdentityUnavailable` */
function isAccepted(answer: Answer): boolean {
  if (answer.ok) return true;
  if (answer.code === 400 || answer.code === 404) return false;
  throw identityUnavailable(`status ${answer.code}`);
}

/** @param baseUrl of the identity service */
export function singleSignOnCalls(sdk: Sdk, baseUrl = 'https://api.descope.com'): SingleSignOnCalls {
  const { tenant: tenants, sso } = sdk.management;

  async function saveTenant({ companyId, name, domains }: SsoTenant): Promise<void> {
    const isKnown = isAccepted(await tenants.load(companyId));
    const saved = isKnown
      ? await tenants.update(companyId, name, [...domains])
      : await tenants.createWithId(companyId, name, [...domains]);
    if (!isAccepted(saved)) throw identityUnavailable('a tenant was rejected');
  }

  return {
    saveTenant,
    async connect(tenant, connection, returnUrl) {
      await saveTenant(tenant);
      const domains = [...tenant.domains];
      if (connection.protocol === 'saml') {
        const settings = {
          idpMetadataUrl: connection.metadataUrl,
          attributeMapping: { email: 'email', name: 'name' },
        };
        return isAccepted(await sso.configureSAMLByMetadata(tenant.companyId, settings, returnUrl, domains));
      }
      const settings = {
        name: tenant.name,
        issuer: connection.issuer,
        clientId: connection.clientId,
        clientSecret: connection.clientSecret,
        authUrl: connection.authorizationUrl,
        tokenUrl: connection.tokenUrl,
        userDataUrl: connection.userInfoUrl,
        JWKsUrl: connection.jwksUrl,
        redirectUrl: returnUrl,
        scope: ['openid', 'email', 'profile'],
        attributeMapping: { loginId: 'email', email: 'email', name: 'name' },
      };
      return isAccepted(await sso.configureOIDCSettings(tenant.companyId, settings, domains));
    },
    async disconnect(companyId) {
      isAccepted(await sso.deleteSettings(companyId));
    },
    async serviceProvider(companyId) {
      const answer = await sso.loadSettings(companyId);
      const saml = isAccepted(answer) ? answer.data?.saml : undefined;
      return saml?.spACSUrl && saml.spEntityId
        ? { acsUrl: saml.spACSUrl, entityId: saml.spEntityId }
        : undefined;
    },
    redirectUrl: `${baseUrl.replace(/\/+$/, '')}/v1/oauth/callback`,
  };
}
