import { Form, Link, useActionData } from '@remix-run/react';
import { settingsUrl } from '#rules/pages/settings-pages.ts';
import { Badge, openBadge, resolvedBadge } from '../../../components/badge.tsx';
import { ButtonLink } from '../../../components/button.tsx';
import { DescriptionList } from '../../../components/description-list.tsx';
import { ErrorSummary } from '../../../components/forms/error-summary.tsx';
import { plainFields } from '../../../components/forms/form-fields.ts';
import { RequestKeyInput, SubmitButton } from '../../../components/forms/submit.tsx';
import { TextArea } from '../../../components/forms/text-input.tsx';
import { ListPages } from '../../../components/list-page/pagination.tsx';
import { Panel } from '../../../components/panel.tsx';
import { PrintHeading } from '../../../components/print-heading.tsx';
import { type Column, DataTable } from '../../../components/table.tsx';
import type { handleLawChangesAction, loadLawChanges } from './law-changes.server.ts';

type One = Extract<Awaited<ReturnType<typeof loadLawChanges>>, { kind: 'one' }>;
type Client = One['clients'][number];
type ChangedRule = One['change']['rules'][number];

/** One change of the rules: those that start or end, the clients affected, and the sign-off. */
export function LawChangeDetail({ view }: { view: One }) {
  const { change, clients, firstHref, previousHref, nextHref, csvHref, maySignOff, printed } = view;
  return (
    <section aria-labelledby="law-change-heading" className="grid gap-5">
      <PrintHeading text={printed} />
      <p className="print:hidden">
        <Link to={settingsUrl('law-changes')}>All law changes</Link>
      </p>
      <h2 id="law-change-heading">
        {change.cause} on {change.day}
      </h2>
      <DescriptionList layout="compact" facts={getFacts(change)} />
      <DataTable
        caption="Changed rules"
        columns={ruleColumns}
        rows={change.rules}
        rowKey={({ key }) => key}
      />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3>Clients affected</h3>
        {change.listed > 0 ? <ButtonLink href={csvHref}>Download as CSV</ButtonLink> : null}
      </div>
      <DataTable
        caption="Clients affected"
        columns={clientColumns}
        rows={clients}
        rowKey={({ id }) => id}
        empty="No clients affected"
      />
      <div className="print:hidden">
        <ListPages firstHref={firstHref} previousHref={previousHref} nextHref={nextHref} />
      </div>
      {maySignOff ? <SignOff view={view} /> : null}
    </section>
  );
}

function getFacts(change: One['change']) {
  const { isOpen, isSignedOff, signedOff } = change;
  return [
    {
      label: 'Status',
      value:
        isOpen || isSignedOff ? (
          <Badge by={isOpen ? openBadge : resolvedBadge}>{change.status}</Badge>
        ) : (
          change.status
        ),
    },
    { label: 'Country', value: change.countries },
    { label: 'Rule packs', value: change.packs },
    { label: 'Clients affected', value: change.clients },
    { label: 'Signed off', value: signedOff ? `${signedOff.by}, ${signedOff.at}` : null },
    { label: 'Note', value: signedOff?.note },
  ];
}

const ruleColumns: Column<ChangedRule>[] = [
  { title: 'Rule', isWide: true, cell: ({ text }) => text },
  { title: 'Provision', cell: ({ provision }) => provision },
  { title: 'Effect', cell: ({ change }) => change },
];

const clientColumns: Column<Client>[] = [
  { title: 'Client', cell: ({ id, name }) => <Link to={`/clients/${id}`}>{name}</Link> },
  { title: 'Before', isWide: true, cell: ({ before }) => <Side side={before} /> },
  { title: 'After', isWide: true, cell: ({ after }) => <Side side={after} /> },
  {
    title: 'Why',
    isWide: true,
    cell: ({ rules }) => rules.map(({ text }) => text).join(', '),
  },
];

/** The level and the requirements that differ from the other side. */
function Side({ side }: { side: Client['before'] }) {
  return (
    <span className="block py-1">
      <span className="block font-semibold">{side.level}</span>
      {side.waived ? <span className="block">{side.waived}</span> : null}
      {side.lines.map(({ key, text }) => (
        <span key={key} className="block">
          {text}
        </span>
      ))}
    </span>
  );
}

function SignOff({ view: { change, requestKey } }: { view: One }) {
  const result = useActionData<typeof handleLawChangesAction>();
  const field = plainFields('sign-off', result?.reply);
  return (
    <Panel
      headingId="sign-off-heading"
      title="Sign off this list"
      className="max-w-form print:hidden"
      about="Signing off changes no client. Requirements stay outstanding until they are met."
    >
      <Form method="post" className="grid gap-3" preventScrollReset>
        <RequestKeyInput value={requestKey} />
        <input type="hidden" name="id" value={change.id} />
        <input type="hidden" name="version" value={change.version} />
        <ErrorSummary formId="sign-off" errors={result?.reply.error ?? {}} reply={result} />
        <TextArea
          field={field('note')}
          label="Note"
          hint="What will be done about these clients, by when"
          maxLength={2000}
          required
        />
        <p>
          <SubmitButton name="intent" value="signOff" busy="Signing off…">
            Sign off
          </SubmitButton>
        </p>
      </Form>
    </Panel>
  );
}
