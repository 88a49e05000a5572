import { Form, useActionData, useLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Badge, openBadge, resolvedBadge } from '../../../components/badge.tsx';
import { DescriptionList } from '../../../components/description-list.tsx';
import { ErrorInLayout } from '../../../components/error-page.tsx';
import { Fieldset, RadioGroup } from '../../../components/forms/choices.tsx';
import { ErrorSummary } from '../../../components/forms/error-summary.tsx';
import { plainFields } from '../../../components/forms/form-fields.ts';
import { RequestKeyInput, SubmitButton } from '../../../components/forms/submit.tsx';
import { TextInput } from '../../../components/forms/text-input.tsx';
import { Card, EntryList } from '../../../components/panel.tsx';
import { asMember } from '../../../session/session.server.ts';
import { settingsMeta } from '../settings-meta.ts';
import { settingsLoader } from '../settings-route.server.ts';
import { handleSingleSignOn, loadSingleSignOn } from './single-sign-on.server.ts';

export const meta = settingsMeta('sso');

export const loader = settingsLoader('sso', loadSingleSignOn);

export const action = asMember(handleSingleSignOn);

export const ErrorBoundary = ErrorInLayout;

type View = Awaited<ReturnType<typeof loadSingleSignOn>>;

/** The result of a form about a domain, or with a name. */
function useAnswer(about: string) {
  const answer = useActionData<typeof action>();
  return answer?.about === about ? answer : undefined;
}

/** Email domains of the company, and its connection to an identity provider. */
export default function SingleSignOnView() {
  return (
    <div className="grid max-w-form gap-8">
      <Domains />
      <Connection />
    </div>
  );
}

function Domains() {
  const { domains, requestKey } = useLoaderData<typeof loader>();
  const result = useAnswer('addDomain');
  const field = plainFields('add-domain', result?.reply);
  return (
    <section aria-labelledby="domains-heading" className="grid gap-3">
      <h2 id="domains-heading">Email domains</h2>
      <p className="text-ink-soft">
        Single sign-on is for addresses of your own domains. A TXT record proves that a domain is yours; no
        other company can use it then.
      </p>
      {domains.length === 0 ? (
        <Card as="p" className="text-ink-soft">
          No domains
        </Card>
      ) : (
        <EntryList>
          {domains.map((domain) => (
            <DomainEntry key={domain.id} domain={domain} />
          ))}
        </EntryList>
      )}
      <Form method="post" className="grid gap-3">
        <RequestKeyInput value={`${requestKey}-add`} />
        <ErrorSummary formId="add-domain" errors={result?.reply.error ?? {}} reply={result} />
        <TextInput
          field={{ ...field('domain'), key: requestKey }}
          label="Domain"
          hint="For example, example.co.nz"
          maxLength={253}
          required
        />
        <p>
          <SubmitButton name="intent" value="addDomain" variant="secondary" busy="Adding…">
            Add domain
          </SubmitButton>
        </p>
      </Form>
    </section>
  );
}

function DomainEntry({ domain }: { domain: View['domains'][number] }) {
  const { isSandbox } = useLoaderData<typeof loader>();
  const result = useAnswer(domain.id);
  return (
    <li className="grid gap-2 px-4 py-3 wrap-anywhere">
      <p className="flex flex-wrap gap-x-3">
        <span className="font-semibold">{domain.domain}</span>
        <Badge by={domain.verified === null ? openBadge : resolvedBadge}>
          {domain.verified === null ? 'Not proven' : `Proven ${domain.verified}`}
        </Badge>
      </p>
      {domain.verified === null ? (
        <>
          <p>
            Add this TXT record at your DNS provider, then check it.
            {isSandbox ? (
              <>
                {' '}
                In the sandbox, add it at <a href="/sandbox/dns">/sandbox/dns</a>.
              </>
            ) : null}
          </p>
          <CopiedList
            facts={[
              { label: 'Name', value: domain.recordName },
              { label: 'Value', value: domain.recordValue },
            ]}
          />
        </>
      ) : null}
      <Form method="post" className="grid gap-2" preventScrollReset>
        <input type="hidden" name="id" value={domain.id} />
        <ErrorSummary formId={`domain-${domain.id}`} errors={result?.reply.error ?? {}} reply={result} />
        <p className="flex flex-wrap gap-3">
          {domain.verified === null ? (
            <SubmitButton name="intent" value="verifyDomain" variant="secondary" busy="Checking…">
              Check TXT record<span className="sr-only"> of {domain.domain}</span>
            </SubmitButton>
          ) : null}
          <SubmitButton name="intent" value="removeDomain" variant="secondary" busy="Removing…">
            Remove<span className="sr-only"> {domain.domain}</span>
          </SubmitButton>
        </p>
      </Form>
    </li>
  );
}

const modeChoices = [
  { value: 'off', label: 'Off' },
  { value: 'optional', label: 'Optional', hint: 'Passwords and codes by email still work.' },
  {
    value: 'required',
    label: 'Required',
    hint: 'For members with an address of your domains. Owners can still sign in with their password, in case your identity provider fails.',
  },
] as const;

const protocolChoices = [
  { value: 'oidc', label: 'OpenID Connect' },
  { value: 'saml', label: 'SAML' },
] as const;

const formId = 'single-sign-on';

function Connection() {
  const { connection } = useLoaderData<typeof loader>();
  const result = useAnswer('save');
  const initial = Object.fromEntries(
    Object.entries(connection).map(([name, value]) => [name, value === null ? undefined : String(value)]),
  );
  const field = plainFields(formId, result?.reply, initial);
  return (
    <section aria-labelledby="connection-heading" className="grid gap-3">
      <h2 id="connection-heading">Identity provider</h2>
      <ErrorSummary formId={formId} errors={result?.reply.error ?? {}} reply={result} />
      <Form method="post" className="group/connection grid gap-5">
        <input type="hidden" name="version" value={connection.version} />
        <RadioGroup field={field('mode')} label="Single sign-on" choices={modeChoices} required />
        <RadioGroup field={field('protocol')} label="Protocol" choices={protocolChoices} required />
        <FieldsOf protocol="oidc">
          <AtProvider facts={[{ label: 'Redirect URI', value: connection.redirectUrl }]} />
          <TextInput field={field('issuer')} label="Issuer" {...addressInput} />
          <TextInput field={field('clientId')} label="Client ID" autoComplete="off" maxLength={300} />
          <TextInput
            field={field('clientSecret')}
            label="Client secret"
            hint="Not stored in Assay. Enter it each time you save."
            type="password"
            autoComplete="off"
            maxLength={300}
          />
          <TextInput field={field('authorizationUrl')} label="Authorization endpoint" {...addressInput} />
          <TextInput field={field('tokenUrl')} label="Token endpoint" {...addressInput} />
          <TextInput field={field('userInfoUrl')} label="User info endpoint" {...addressInput} />
          <TextInput field={field('jwksUrl')} label="Keys (JWKS)" {...addressInput} />
        </FieldsOf>
        <FieldsOf protocol="saml">
          {connection.acsUrl === null ? (
            <p className="hint">
              The ACS address and entity ID for your identity provider appear here once SAML is saved and on.
            </p>
          ) : (
            <AtProvider
              facts={[
                { label: 'ACS address', value: connection.acsUrl },
                { label: 'Entity ID', value: connection.entityId },
              ]}
            />
          )}
          <TextInput field={field('metadataUrl')} label="Metadata address" {...addressInput} />
        </FieldsOf>
        <p>
          <SubmitButton name="intent" value="save" busy="Saving…">
            Save
          </SubmitButton>
        </p>
      </Form>
    </section>
  );
}

/** Not of type `url`: the browser would check the hidden ones too, and could not say where it found fault. */
const addressInput = { inputMode: 'url', autoComplete: 'off', spellCheck: false, maxLength: 1000 } as const;

/** Fields of a protocol, hidden by the style sheet while the other one is selected. */
function FieldsOf({ protocol, children }: { protocol: View['connection']['protocol']; children: ReactNode }) {
  const isOidc = protocol === 'oidc';
  return (
    <div
      className={
        isOidc
          ? 'group-has-[[name=protocol][value=saml]:checked]/connection:hidden'
          : 'group-has-[[name=protocol][value=oidc]:checked]/connection:hidden'
      }
    >
      <Fieldset legend={isOidc ? 'OpenID Connect' : 'SAML'}>{children}</Fieldset>
    </div>
  );
}

type CopiedFact = { label: string; value: string | null };

/** What the identity provider has to know. */
function AtProvider({ facts }: { facts: readonly CopiedFact[] }) {
  return (
    <Card>
      <p className="mb-2">Enter at your identity provider:</p>
      <CopiedList facts={facts} />
    </Card>
  );
}

/** Texts to be copied to another place: a click selects the whole of one. */
function CopiedList({ facts }: { facts: readonly CopiedFact[] }) {
  return (
    <DescriptionList
      layout="compact"
      facts={facts.flatMap(({ label, value }) =>
        value === null
          ? []
          : [{ label, value: <code className="font-mono wrap-anywhere select-all">{value}</code> }],
      )}
    />
  );
}
