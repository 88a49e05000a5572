import { Form } from '@remix-run/react';
import { formatMoney } from '#rules/format/money.ts';
import { type StepProgress, stepOf } from '#rules/progress.ts';
import type { BusinessStep } from '#rules/verification-pages/business-progress.ts';
import { Button } from '../../components/button.tsx';
import { SectionMessage } from '../../components/flash-message.tsx';
import { Select } from '../../components/forms/choices.tsx';
import { SubmitButton } from '../../components/forms/submit.tsx';
import { OwnershipChart } from '../../components/ownership/ownership-chart.tsx';
import { OwnershipOutline } from '../../components/ownership/ownership-outline.tsx';
import { OwnershipTable } from '../../components/ownership/ownership-table.tsx';
import { Panel } from '../../components/panel.tsx';
import { EditForms } from './edit-forms.tsx';
import { type FormContext, PageForm } from './forms.tsx';
import type { TabData, VerificationPage } from './loader.server.ts';

interface SectionProps {
  page: VerificationPage;
  content: TabData<'ownership'>;
  context: FormContext;
}

/** Ownership layer by layer: chart, what is unresolved, table, and the forms that expand or edit it. */
export function OwnershipSection({ page, content, context }: SectionProps) {
  const { verification, dates } = page;
  const { ownership } = verification;
  const may = new Set(verification.actions.map(({ action }) => action));
  return (
    <Panel id="ownership" title="Ownership">
      <SectionMessage at="ownership" />
      {ownership === null ? (
        <p className="text-ink-soft">No ownership recorded. Order an extract, or enter ownership manually.</p>
      ) : (
        <>
          <Diagram page={page} content={content} />
          <Unresolved ownership={ownership} step={stepOf(page.progress.steps, 'ownership')} />
          <OwnershipTable ownership={ownership} extractTimes={dates.extracts} canEdit={may.has('edit')} />
        </>
      )}
      {content.canExpand ? <Expansion cost={content.cost} href={page.href} context={context} /> : null}
      {may.has('edit') ? <EditForms page={page} context={context} /> : null}
    </Panel>
  );
}

/** The chart, or on a phone the same as an indented list. */
function Diagram({ page: { verification }, content }: Pick<SectionProps, 'page' | 'content'>) {
  const title = `Who owns ${verification.client.name}`;
  if (content.chart === null) return null;
  return (
    <>
      <OwnershipChart chart={content.chart} title={title} describedBy="ownership-table-caption" />
      <div className="sm:hidden print:hidden">
        <OwnershipOutline entries={content.outline} label={title} />
      </div>
      <Legend />
    </>
  );
}

type Ownership = NonNullable<VerificationPage['verification']['ownership']>;

function Legend() {
  return (
    <p className="hint max-sm:hidden print:block">
      Round boxes are people, square boxes companies, cut corners trusts and societies. Green: beneficial
      owner. Amber: information is missing. Broken line: held as nominee. Dotted line: role. Registers do not
      number people, so people with the same name are treated as one person.
    </p>
  );
}

/** `step`: of the ownership in the verification's progress. */
function Unresolved({ ownership, step }: { ownership: Ownership; step: StepProgress<BusinessStep> }) {
  const { unresolved, findings, consider } = ownership;
  return (
    <div className={`notice ${step.state === 'complete' ? 'notice-success' : 'notice-warning'} grid gap-2`}>
      <h3 className="font-semibold">{step.reason}</h3>
      {unresolved.length > 0 ? (
        <ul className="grid list-disc gap-1 pl-5">
          {unresolved.map(({ text, nodeId, reason }) => (
            <li key={`${nodeId} ${reason} ${text}`}>{text}</li>
          ))}
        </ul>
      ) : null}
      {findings.length + consider.length > 0 ? (
        <>
          <h3 className="font-semibold">Check</h3>
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

const counted = (count: number, item: string, more: string) =>
  count === 1 ? `one ${item}` : `${count} ${more}`;

type Cost = NonNullable<TabData<'ownership'>['cost']>;

const layerChoices = [1, 2, 3, 4, 5, 6, 7, 8].map((count) => ({
  value: String(count),
  label: String(count),
}));

/** Layers offered first. */
const usualLayers = 4;

/** Orders extracts for more layers: choose the layers, read the cost, agree to it. */
function Expansion({
  cost,
  href,
  context,
}: {
  /** Null before the layers are chosen. */
  cost: Cost | null;
  /** URL of the verification. */
  href: string;
  context: FormContext;
}) {
  return (
    <section
      className="grid gap-3 border-t border-line pt-4 print:hidden"
      aria-labelledby="expand-heading"
      id="expand"
    >
      <h3 id="expand-heading" className="font-semibold">
        Expand ownership
      </h3>
      <Form
        method="get"
        action={`${href}#expand`}
        className="flex flex-wrap items-end gap-3"
        preventScrollReset
      >
        <Select
          field={{ id: 'expand-layers', name: 'layers', initialValue: String(cost?.layers ?? usualLayers) }}
          label="Layers to expand"
          choices={layerChoices}
        />
        <Button>Estimate cost</Button>
      </Form>
      {cost === null ? null : cost.now === 0 ? (
        <p>No more holders to expand within {counted(cost.layers, 'layer', 'layers')}. Choose more layers.</p>
      ) : (
        <OrderForm cost={cost} context={context} />
      )}
    </section>
  );
}

/** The estimated cost, and the button that agrees to its maximum. */
function OrderForm({ cost, context }: { cost: Cost; context: FormContext }) {
  const { now, atMost, names, notAskable, leftOut, limit, used, layers } = cost;
  return (
    <PageForm name="expand-form" intent="expand" context={context} className="grid gap-3">
      {() => (
        <>
          <input type="hidden" name="layers" value={layers} />
          <input type="hidden" name="agreedCost" value={cost.maxCost.amount} />
          <p>
            <strong>
              {formatMoney(cost.costNow.amount, cost.costNow.currency)} for{' '}
              {counted(now, 'extract', 'extracts')}
            </strong>{' '}
            that are certain ({names.slice(0, 5).join(', ')}
            {names.length > 5 ? ` and ${names.length - 5} more` : ''})
            {atMost > now
              ? `, and ${formatMoney(cost.maxCost.amount, cost.maxCost.currency)} at most for ${atMost}, if there are that many below them`
              : ''}
            . Each costs {formatMoney(cost.costEach.amount, cost.costEach.currency)} without GST; only what is
            answered is charged.
          </p>
          <p className="hint">
            {used} of {limit} extracts used.
            {leftOut > 0 ? ` ${leftOut} more exceed the limit.` : ''}
            {notAskable.length > 0 ? ` No register available for ${notAskable.join(', ')}.` : ''}
          </p>
          <p>
            <SubmitButton variant="secondary" busy="Ordering…" id="expand-form-agreedCost">
              Order extracts (up to {formatMoney(cost.maxCost.amount, cost.maxCost.currency)})
            </SubmitButton>
          </p>
        </>
      )}
    </PageForm>
  );
}
