import { Form, Link } from '@remix-run/react';
import { SubmitButton } from '../../components/forms/submit.tsx';
import { OwnershipChart } from '../../components/ownership/ownership-chart.tsx';
import { OwnershipTable } from '../../components/ownership/ownership-table.tsx';
import { EditForms } from './edit-forms.tsx';
import { type FormContext, PageForm } from './forms.tsx';
import type { VerificationPage } from './page.server.ts';
import { moneyText } from './words.ts';

/** Who owns the client, layer by layer: picture, table, what is not known, and asking or recording more. */
export function OwnershipSection({ page, context }: { page: VerificationPage; context: FormContext }) {
  const { verification, chart, dates } = page;
  const { ownership, client } = verification;
  const may = new Set(verification.moves.map(({ act }) => act));
  return (
    <section id="ownership" className="panel mt-6 grid gap-4 p-4" aria-labelledby="ownership-heading">
      <h2 id="ownership-heading">Ownership</h2>
      {ownership === null ? (
        <p className="text-ink-soft">
          Nothing is known yet. Ask a register above, or record by hand what you know from deeds, agreements
          or the client.
        </p>
      ) : (
        <>
          {chart ? (
            <OwnershipChart
              chart={chart}
              title={`Who owns ${client.name}`}
              describedBy="ownership-table-caption"
            />
          ) : null}
          <Legend />
          <OwnershipTable ownership={ownership} extractTimes={dates.extracts} mayEdit={may.has('edit')} />
          <Unresolved ownership={ownership} />
        </>
      )}
      {page.cost ? <Expansion page={page} context={context} /> : null}
      {may.has('edit') ? <EditForms page={page} context={context} /> : null}
    </section>
  );
}

type Ownership = NonNullable<VerificationPage['verification']['ownership']>;

function Legend() {
  return (
    <p className="hint">
      Round boxes are people, square ones companies, cut corners trusts and societies. Green: counts as a
      beneficial owner. Amber: something there is not known. A broken line is held for somebody else, a dotted
      one a role. Registers give people no numbers: those of one name are taken for one person.
    </p>
  );
}

function Unresolved({ ownership }: { ownership: Ownership }) {
  const { unresolvedPercent, unresolved, findings, consider } = ownership;
  const isTraced = unresolved.length === 0;
  return (
    <div className={`notice ${isTraced ? 'notice-settled' : 'notice-attention'} grid gap-2`}>
      <h3 className="font-semibold">
        {isTraced ? 'All of it is traced to people' : `${unresolvedPercent} % is not traced`}
      </h3>
      {unresolved.length > 0 ? (
        <ul className="grid list-disc gap-1 pl-5">
          {unresolved.map(({ text, nodeId, reason }) => (
            <li key={`${nodeId} ${reason} ${text}`}>{text}</li>
          ))}
        </ul>
      ) : null}
      {findings.length + consider.length > 0 ? (
        <>
          <h3 className="font-semibold">Look at</h3>
          <ul className="grid list-disc gap-1 pl-5">
            {[...findings, ...consider].map(({ text }) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </>
      ) : null}
    </div>
  );
}

const counted = (count: number, one: string, more: string) =>
  count === 1 ? `one ${one}` : `${count} ${more}`;

/** Layers to choose, then the cost of it, then the button that agrees to it. */
function Expansion({ page, context }: { page: VerificationPage; context: FormContext }) {
  const { cost, href } = page;
  if (cost === null) return null;
  const { now, atMost, names, notAskable, leftOut, limit, used, layers } = cost;
  return (
    <section
      className="grid gap-3 border-t border-line pt-4 print:hidden"
      aria-labelledby="expand-heading"
      id="expand"
    >
      <h3 id="expand-heading" className="font-semibold">
        Ask who is behind the holders
      </h3>
      <Form
        method="get"
        action={`${href}#expand`}
        className="flex flex-wrap items-end gap-3"
        preventScrollReset
      >
        <div className="grid gap-1">
          <label htmlFor="expand-layers">Layers below the client</label>
          <select id="expand-layers" name="layers" defaultValue={String(layers)}>
            {[1, 2, 3, 4, 5, 6, 7, 8].map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        </div>
        <button type="submit" className="button">
          Show the cost
        </button>
      </Form>
      {now === 0 ? (
        <p>
          Nobody within {counted(layers, 'layer', 'layers')} is left whose register can be asked. Choose more
          layers to go on.
        </p>
      ) : (
        <PageForm name="expand-form" intent="expand" context={context} className="grid gap-3">
          {() => (
            <>
              <input type="hidden" name="layers" value={layers} />
              <input type="hidden" name="agreedCost" value={cost.costAtMost.amount} />
              <p>
                <strong>
                  {moneyText(cost.costNow)} for {counted(now, 'extract', 'extracts')}
                </strong>{' '}
                that are certain ({names.slice(0, 5).join(', ')}
                {names.length > 5 ? ` and ${names.length - 5} more` : ''})
                {atMost > now
                  ? `, and ${moneyText(cost.costAtMost)} at most for ${atMost}, if there are that many below them`
                  : ''}
                . Each costs {moneyText(cost.costEach)} without GST; only what is answered is charged.
              </p>
              <p className="hint">
                {used} of at most {limit} used.
                {leftOut > 0 ? ` ${leftOut} more do not fit into the limit.` : ''}
                {notAskable.length > 0 ? ` No register can be asked about ${notAskable.join(', ')}.` : ''}
              </p>
              <p>
                <SubmitButton look="secondary" busy="Asking…" id="expand-form-agreedCost">
                  Agree to {moneyText(cost.costAtMost)} at most, and ask
                </SubmitButton>
              </p>
            </>
          )}
        </PageForm>
      )}
    </section>
  );
}

/** The link that opens a form of the section. */
export function OpenForm({ to, children }: { to: string; children: React.ReactNode }) {
  return (
    <Link to={to} className="button" preventScrollReset>
      {children}
    </Link>
  );
}
