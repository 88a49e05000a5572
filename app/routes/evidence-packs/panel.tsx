import { packPurposeLabels, packPurposes } from '#rules/evidence-pack/purposes.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { SectionMessage } from '../../components/flash-message.tsx';
import { Checkbox, Select } from '../../components/forms/choices.tsx';
import { CompanyInput } from '../../components/forms/submit.tsx';
import { Panel } from '../../components/panel.tsx';
import type { EvidencePanelData } from './panel.server.ts';

/** Evidence packs of a record: a link to the form, or the form with earlier packs. */
export function EvidencePanel({ panel }: { panel: EvidencePanelData }) {
  return (
    <Panel
      id="evidence"
      title="Evidence pack"
      action={
        panel === null ? (
          <ButtonLink to="?evidence=pack#evidence" preventScrollReset>
            Make an evidence pack
          </ButtonLink>
        ) : null
      }
      className="mt-5 print:hidden"
    >
      <SectionMessage at="evidence" />
      {panel === null ? (
        <p className="text-ink-soft">One file with everything on record, for an auditor or regulator.</p>
      ) : (
        <>
          <PackForm action={panel.action} purpose={panel.purpose} />
          <Packs packs={panel.packs} />
        </>
      )}
    </Panel>
  );
}

/** A plain form: the response is a file, and the page stays. */
const purposeChoices = packPurposes.map((value) => ({ value, label: packPurposeLabels[value] }));

function PackForm({ action, purpose }: { action: string; purpose: string | null }) {
  return (
    <form method="post" action={action} className="grid max-w-form gap-4">
      <p>
        A ZIP with a printable report, documents, the audit log and a script to verify nothing was changed.
        The download is recorded in the audit log.
      </p>
      <Select
        field={{ id: 'pack-purpose', name: 'purpose', initialValue: purpose }}
        hint="A client’s pack for a subject access request leaves out other people’s information, your own assessments, and what the law requires to be withheld."
        label="Purpose"
        choices={purposeChoices}
        empty="Select a purpose"
        required
      />
      <fieldset className="grid gap-2">
        <legend className="mb-1">Also include</legend>
        <Checkbox
          field={{ id: 'pack-files', name: 'withFiles', initialValue: true }}
          label="Documents (where retained)"
          hint="If not included, only an index with hashes."
        />
        <Checkbox
          field={{ id: 'pack-notes', name: 'withNotes', initialValue: true }}
          label="Internal notes"
          hint="Comments on answers, notes on consent and approval, and changes in audit log entries. Exclude them if the reader is the client or another business."
        />
      </fieldset>
      <p>
        <CompanyInput />
        <Button variant="primary">Download evidence pack</Button>
      </p>
    </form>
  );
}

type Pack = NonNullable<EvidencePanelData>['packs'][number];

function Packs({ packs }: { packs: readonly Pack[] }) {
  return (
    <div className="border-t border-line pt-3">
      <h3 className="font-semibold">Previous packs</h3>
      {packs.length === 0 ? (
        <p className="mt-1 text-ink-soft">No packs yet. Packs you download are listed here.</p>
      ) : (
        <ul className="mt-2 grid gap-3">
          {packs.map(({ id, at, by, purpose, status, statusText, contents, digest }) => (
            <li key={id} className="grid gap-0.5 border-t border-line pt-3 first:border-t-0 first:pt-0">
              <p>
                <span className="font-semibold">{purpose}</span>, {at}, by {by}
              </p>
              <p className="hint">
                <span className={status === 'failed' ? 'text-danger' : undefined}>{statusText}</span>,{' '}
                {contents}
              </p>
              {digest ? (
                <p className="hint [overflow-wrap:anywhere]">
                  Manifest hash (SHA-256): <code>{digest}</code>
                </p>
              ) : null}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
