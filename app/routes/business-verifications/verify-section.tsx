import { Link } from '@remix-run/react';
import { clientSectionUrl } from '#rules/clients/client-tabs.ts';
import { stepOf } from '#rules/progress.ts';
import { Badge } from '../../components/badge.tsx';
import { SectionMessage } from '../../components/flash-message.tsx';
import { PlainSelect, Tick } from '../../components/forms/choices.tsx';
import { countryChoices } from '../../components/forms/country-choices.ts';
import { SubmitButton } from '../../components/forms/submit.tsx';
import { missingBadge, verifiedBadge } from '../../components/ownership/verification-labels.ts';
import { Panel } from '../../components/panel.tsx';
import { type FormContext, PageForm } from './forms.tsx';
import type { VerificationPage } from './loader.server.ts';
import { getUnlinked } from './open-forms.ts';

type Verification = VerificationPage['verification'];
type Required = Verification['mustVerify'][number];
type Node = NonNullable<Verification['ownership']>['nodes'][number];

/** People and entities to verify, their status, and the form that adds them as related parties. */
export function VerifySection({ page, context }: { page: VerificationPage; context: FormContext }) {
  const { mustVerify, actions } = page.verification;
  const canCreate = actions.some(({ action }) => action === 'createParties');
  const { required: unlinked, others } = getUnlinked(page);
  return (
    <Panel id="verify" title="People to verify">
      <SectionMessage at="verify" />
      {mustVerify.length === 0 ? (
        <p className="text-ink-soft">{stepOf(page.progress.steps, 'people').reason}</p>
      ) : null}
      <ul className="grid gap-3">
        {mustVerify.map((required) => (
          <RequiredRow key={required.nodeId} required={required} />
        ))}
      </ul>
      {canCreate && unlinked.length + others.length > 0 ? (
        <PartiesForm unlinked={unlinked} others={others} context={context} />
      ) : null}
    </Panel>
  );
}

function formatStatus({ client, isParty }: Required): string {
  if (client?.isVerified) return isParty ? 'Verified' : 'Verified, not yet a related party';
  if (client === null) return 'Not on record';
  return isParty ? 'Not verified yet' : 'Existing client, not yet a related party';
}

function RequiredRow({ required }: { required: Required }) {
  const { name, reasons, client, isParty } = required;
  return (
    <li className="grid gap-x-4 gap-y-1 border-t border-line pt-3 first:border-t-0 first:pt-0 sm:grid-cols-[1fr_auto]">
      <div className="min-w-0">
        <p>
          {client ? (
            <Link to={`/clients/${client.id}`} className="font-semibold">
              {name}
            </Link>
          ) : (
            <span className="font-semibold">{name}</span>
          )}{' '}
          <Badge by={client?.isVerified && isParty ? verifiedBadge : missingBadge}>
            {formatStatus(required)}
          </Badge>
        </p>
        {reasons.map(({ jurisdiction, provision, text }) => (
          <p key={`${jurisdiction} ${text}`}>
            {text} <span className="hint">{provision}</span>
          </p>
        ))}
      </div>
      {client && !client.isVerified ? (
        <p className="text-sm print:hidden">
          <Link to={clientSectionUrl(client.id, 'verifications')}>
            Verify<span className="sr-only"> {name}</span>
          </Link>
        </p>
      ) : null}
    </li>
  );
}

/** Adds people and entities of the structure as related parties; those not recorded become draft clients. */
function PartiesForm({
  unlinked,
  others,
  context,
}: {
  /** Must be verified and are not related parties yet: selected by default. */
  unlinked: readonly Required[];
  /** The rest of the structure that is not recorded. */
  others: readonly Node[];
  context: FormContext;
}) {
  return (
    <PageForm
      name="parties-form"
      intent="parties"
      context={context}
      className="grid gap-3 border-t border-line pt-4 print:hidden"
    >
      {(field) => (
        <>
          <h3 className="font-semibold">Add as related parties</h3>
          <p className="hint max-w-form" id={field('parties').id} tabIndex={-1}>
            Anyone not on record is created as a draft client to verify.
          </p>
          <ul className="grid gap-2">
            {unlinked.map(({ nodeId, name, matches }) => (
              <PartyRow key={nodeId} nodeId={nodeId} name={name} matches={matches} isChecked />
            ))}
          </ul>
          {others.length > 0 ? (
            <details>
              <summary>Other entities in the structure</summary>
              <ul className="mt-2 grid gap-2">
                {others.map(({ id, name, kind, country }) => (
                  <PartyRow
                    key={id}
                    nodeId={id}
                    name={name}
                    matches={[]}
                    needsCountry={kind !== 'person' && country === null}
                  />
                ))}
              </ul>
            </details>
          ) : null}
          <p>
            <SubmitButton variant="secondary" busy="Adding…">
              Add selected
            </SubmitButton>
          </p>
        </>
      )}
    </PageForm>
  );
}

function PartyRow({
  nodeId,
  name,
  matches,
  isChecked = false,
  needsCountry = false,
}: {
  nodeId: string;
  name: string;
  matches: readonly { id: string; name: string }[];
  isChecked?: boolean;
  needsCountry?: boolean;
}) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <Tick name="include" value={nodeId} defaultChecked={isChecked}>
        {name}
      </Tick>
      {matches.length > 0 ? (
        <PlainSelect
          name={`getClient.${nodeId}`}
          aria-label={`Match ${name} to a client`}
          defaultValue={matches[0]?.id}
          className="w-auto"
          choices={[
            ...matches.map((match) => ({ value: match.id, label: `Same as ${match.name}` })),
            { value: '', label: 'Create a new client with this name' },
          ]}
        />
      ) : null}
      {needsCountry ? (
        <PlainSelect
          name={`getCountry.${nodeId}`}
          aria-label={`Country in which ${name} was formed`}
          defaultValue=""
          className="w-auto"
          empty="Select the country"
          choices={countryChoices}
        />
      ) : null}
    </li>
  );
}
