import { data, type MetaFunction, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { pageTitle } from '#app/document/page-title.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { DescriptionList } from '../../components/description-list.tsx';
import { formActions, onSubmit } from '../../components/forms/form-actions.server.ts';
import { textIn } from '../../components/forms/parse-form.server.ts';
import { Panel } from '../../components/panel.tsx';
import { redirectWithFlash } from '../../flash.server.ts';
import { companiesUrl } from '../../session/companies-url.ts';
import { getEntries, getLabel } from '../../session/form-entries.ts';
import type { MemberArgs } from '../../session/guard-args.server.ts';
import { asMember } from '../../session/session.server.ts';
import {
  discardUnsaved,
  offeredIn,
  openUnsaved,
  readUnsaved,
  type UnsavedEntries,
} from '../../session/unsaved-entries.server.ts';
import { heldIdField, newestUnsaved, unsavedPage } from '../../unsaved-url.ts';

export const meta: MetaFunction = () => [{ title: pageTitle('Unsaved entries') }];

const expired = { kind: 'warning', text: 'Your entries are no longer held. Enter them again.' } as const;
const ofOthers = {
  kind: 'info',
  text: 'Unsaved entries in this browser are held for the person who entered them. Only they can open them.',
} as const;

async function discardAll(unsaved: readonly UnsavedEntries[]): Promise<Headers> {
  const headers = new Headers();
  for (const cookie of await Promise.all(unsaved.map(discardUnsaved))) headers.append('Set-Cookie', cookie);
  return headers;
}

export const loader = asMember(async ({ request, url, user, me, heldForms }) => {
  const { company } = await me();
  const all = await readUnsaved(request, user.userId);
  const offered = offeredIn(all, company.id);
  const [elsewhere] = all;
  if (elsewhere === undefined) {
    const isOfOthers = (await readUnsaved(request)).length > 0;
    throw isOfOthers ? await redirectWithFlash('/home', ofOthers) : redirect('/home');
  }
  const wanted = url.pathname + url.search;
  // Entries of another company are offered once the person has switched to it.
  if (offered.length === 0) throw redirect(companiesUrl(wanted, { company: elsewhere.company }));
  const opened = await Promise.all(
    offered.map(async (entries) => ({ entries, form: await openUnsaved(heldForms, entries) })),
  );
  const newest = opened.findLast(({ form }) => form !== undefined)?.form;
  // Those that have expired are told of where the person opens the list.
  if (wanted === newestUnsaved && newest?.page !== undefined) throw redirect(newest.page);
  const headers = await discardAll(opened.flatMap(({ entries, form }) => (form ? [] : [entries])));
  const forms = opened.flatMap(({ entries: { id }, form }) =>
    form === undefined
      ? []
      : [
          {
            id,
            page: form.page ?? '/home',
            action: form.action,
            fields: form.fields,
            entries: getEntries(form.fields),
            leftOut: (form.leftOut ?? []).map(getLabel),
          },
        ],
  );
  if (forms.length === 0) throw await redirectWithFlash('/home', expired, { headers });
  return data({ forms, expired: opened.length - forms.length }, { headers });
});

/** Discards the entries of a form. */
async function discard({ request, user, heldForms }: MemberArgs, form: FormData) {
  const unsaved = await readUnsaved(request, user.userId);
  const discarded = unsaved.filter(({ id }) => id === textIn(form, heldIdField));
  const [first] = discarded;
  const held = first && (await openUnsaved(heldForms, first));
  return redirectWithFlash(
    held?.page ?? '/home',
    { kind: 'success', text: 'Unsaved entries discarded.' },
    { headers: await discardAll(discarded) },
  );
}

export const action = asMember(onSubmit(formActions({ discard })));

/** What a member had entered when their session ended, to be sent again. */
export default function Unsaved() {
  const { forms, expired } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>Unsaved entries</h1>
      <p className="mt-1 max-w-form text-ink-soft">
        {forms.length === 1
          ? 'You were signed out before this form was saved. Save it now, or discard it.'
          : `You were signed out before these ${forms.length} forms were saved. Save each now, or discard it.`}{' '}
        Files, passwords and other secrets are not held: enter them again.
      </p>
      {expired === 0 ? null : (
        <p className="notice notice-warning mt-3 max-w-form">
          {expired === 1 ? 'One more form is' : `${expired} more forms are`} no longer held. Enter{' '}
          {expired === 1 ? 'it' : 'them'} again.
        </p>
      )}
      {forms.map((form, index) => (
        <HeldFormPanel
          key={form.id}
          form={form}
          title={forms.length === 1 ? 'What you entered' : `What you entered, form ${index + 1}`}
        />
      ))}
    </>
  );
}

type Offered = ReturnType<typeof useLoaderData<typeof loader>>['forms'][number];

function HeldFormPanel({ form, title }: { form: Offered; title: string }) {
  const { id, page, action, fields, entries, leftOut } = form;
  return (
    <Panel headingId={`entries-${id}`} title={title} className="mt-6 max-w-form">
      {entries.length === 0 ? (
        <p className="text-ink-soft">The form has no text.</p>
      ) : (
        <DescriptionList
          facts={entries.map(({ label, value }) => ({
            label,
            value: <span className="break-words whitespace-pre-line">{value}</span>,
          }))}
        />
      )}
      {leftOut.length === 0 ? null : (
        <p className="notice notice-warning">
          Not held: {leftOut.join(', ')}. Open the page to enter the form again with it.
        </p>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <form method="post" action={action}>
          {fields.map(([name, value], index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: names repeat, and the list never changes
            <input key={index} type="hidden" name={name} value={value} />
          ))}
          <Button variant="primary">Save entries</Button>
        </form>
        <form method="post" action={unsavedPage}>
          <input type="hidden" name={heldIdField} value={id} />
          <Button name="intent" value="discard">
            Discard
          </Button>
        </form>
        <ButtonLink href={page}>Open the page</ButtonLink>
      </div>
    </Panel>
  );
}
