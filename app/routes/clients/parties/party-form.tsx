import { Form, Link } from '@remix-run/react';
import { canHaveShares } from '#rules/clients/client-parties.ts';
import { clientSectionUrl } from '#rules/clients/client-tabs.ts';
import { ConfirmationQuestions } from '../../../components/forms/confirmation-checks.tsx';
import { ErrorSummary } from '../../../components/forms/error-summary.tsx';
import { MergedVersions } from '../../../components/forms/merged-versions.tsx';
import { OpenedInput } from '../../../components/forms/opened-input.tsx';
import { RequestKeyInput, SubmitButton } from '../../../components/forms/submit.tsx';
import { TextArea, TextInput } from '../../../components/forms/text-input.tsx';
import { EndParty } from './party-end.tsx';
import {
  type FieldGetter,
  fieldsFor,
  formId,
  NewBusiness,
  NewPerson,
  Roles,
  ShareFields,
} from './party-fields.tsx';
import { FindParty } from './party-find.tsx';
import type { Asked, Panel, PartyResult } from './party-form-data.ts';

interface PartyFormProps<Step extends Asked = Asked> {
  panel: Panel;
  form: Step;
  result: PartyResult | undefined;
}

/** The form selected by the URL, in steps that work without script: find or name the party, then record its role. */
export function PartyForm({ panel, form, result }: PartyFormProps) {
  switch (form.step) {
    case 'find':
      return <FindParty clientId={panel.clientId} form={form} />;
    case 'end':
      return <EndParty panel={panel} form={form} result={result} />;
    default:
      return <PartyDetails panel={panel} form={form} result={result} />;
  }
}

type Details = Extract<Asked, { step: 'add' | 'edit' }>;

function getHeading(form: Details): string {
  if (form.step === 'edit') return `${form.name}’s role`;
  if (form.chosen) return `${form.chosen.name}’s role`;
  return form.new === 'person' ? 'New individual' : 'New business';
}

/** The party to add: an existing client, or the fields of a new one. */
function PartySubject({
  form,
  field,
  defaultCountry,
}: {
  form: Extract<Details, { step: 'add' }>;
  field: FieldGetter;
  defaultCountry: string;
}) {
  if (form.chosen) return <input type="hidden" name="partyClientId" value={form.chosen.id} />;
  return form.new === 'person' ? (
    <NewPerson field={field} />
  ) : (
    <NewBusiness field={field} country={defaultCountry} />
  );
}

/** Relation of the party to the client: roles, share, basis of control and authority. */
function PartyDetails({ panel, form, result }: PartyFormProps<Details>) {
  const isEdit = form.step === 'edit';
  const field = fieldsFor(result, isEdit ? form.values : { beneficiallyHeld: 'unknown' });
  const save = isEdit ? 'Save party' : 'Add party';
  const posted = result?.reply.initialValue;
  return (
    <section className="grid max-w-form gap-4 border-t border-line pt-3" aria-labelledby="party-heading">
      <h3 id="party-heading" className="font-semibold">
        {getHeading(form)}
      </h3>
      <ErrorSummary formId={formId} errors={result?.reply.error ?? {}} reply={result} />
      {/* A merged form has new values in fields that the page shows already. */}
      <Form
        key={result?.stale?.savedVersion}
        method="post"
        id={formId}
        className="grid gap-5"
        preventScrollReset
      >
        <RequestKeyInput value={`${panel.requestKey}-party`} />
        <input type="hidden" name="panel" value="party" />
        <input type="hidden" name="intent" value="save" />
        {isEdit ? (
          <>
            <input type="hidden" name="partyId" value={form.partyId} />
            {/* The version that was opened, not the one rendered after a post without script. */}
            <input type="hidden" name="version" value={String(posted?.version ?? form.version)} />
            <OpenedInput entries={form.opened} posted={posted?.opened} />
          </>
        ) : null}
        {result?.stale ? (
          <MergedVersions
            {...result.stale}
            keptBy="Someone else"
            savedAt="a moment ago"
            reloadHref={clientSectionUrl(panel.clientId, 'parties', { party: isEdit ? form.partyId : 'new' })}
          />
        ) : null}
        <ConfirmationQuestions
          formId={formId}
          questions={result?.questions ?? []}
          agreed={[posted?.confirmations ?? []].flat().map(String)}
          recordHref={(id) => `/clients/${id}`}
          saveLabel={save}
        />
        {isEdit ? null : <PartySubject form={form} field={field} defaultCountry={panel.defaultCountry} />}
        <Roles field={field('roles')} clientType={panel.clientType} />
        {canHaveShares(panel.clientType) ? <ShareFields field={field} /> : null}
        <BasisFields field={field} />
        <TextInput
          field={field('validFrom')}
          label="Since"
          hint="Leave blank for today"
          optional
          type="date"
        />
        <div className="flex flex-wrap items-center gap-4">
          <SubmitButton busy="Saving…">{save}</SubmitButton>
          <Link to={clientSectionUrl(panel.clientId, 'parties')} preventScrollReset>
            Cancel
          </Link>
        </div>
      </Form>
    </section>
  );
}

/** How the party controls or acts for the client, and the reason for verification beyond the law's requirements. */
function BasisFields({ field }: { field: FieldGetter }) {
  return (
    <>
      <TextArea
        field={field('controlBasis')}
        label="Basis of control"
        hint="For example voting rights, agreement, family ties or power to appoint"
        optional
        rows={2}
        maxLength={300}
      />
      <TextArea
        field={field('authority')}
        label="Authority to act"
        hint="Document giving authority, and how you sighted it"
        optional
        rows={2}
        maxLength={300}
      />
      <TextArea
        field={field('mustVerifyReason')}
        label="Additional reason to verify"
        hint="Legal requirements are determined by roles and ownership. Enter your own reason to verify anyway"
        optional
        rows={2}
        maxLength={300}
      />
    </>
  );
}
