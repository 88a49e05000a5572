import { Link } from '@remix-run/react';
import { packPurposeLabels, packPurposes } from '#rules/evidence-pack/purposes.ts';
import type { EvidencePanelData } from './panel.server.ts';

/** Everything on record to hand to somebody else: the way to the form, or the form with the packs that were made before. */
export function EvidencePanel({ panel }: { panel: EvidencePanelData }) {
  return (
    <section
      id="evidence"
      className="panel mt-6 grid scroll-mt-4 gap-4 p-4 print:hidden"
      aria-labelledby="evidence-heading"
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="evidence-heading">Evidence pack</h2>
        {panel === null ? (
          <Link to="?evidence=pack#evidence" className="button" preventScrollReset>
            Make an evidence pack
          </Link>
        ) : null}
      </div>
      {panel === null ? (
        <p className="text-ink-soft">
          Everything on record here in one file, for an auditor or a regulator to read and verify.
        </p>
      ) : (
        <>
          <PackForm action={panel.action} />
          <Packs packs={panel.packs} />
        </>
      )}
    </section>
  );
}

/** A plain form: what comes back is a file, and the page stays. */
function PackForm({ action }: { action: string }) {
  return (
    <form method="post" action={action} className="grid max-w-form gap-4">
      <p>
        You get a ZIP with a page to read and print, the documents, the audit trail, and a program with which
        anybody can verify that nothing was changed. That you took it is recorded.
      </p>
      <div className="grid gap-1">
        <label htmlFor="pack-purpose">What is it for?</label>
        <select id="pack-purpose" name="purpose" required defaultValue="">
          <option value="">Choose what it is for</option>
          {packPurposes.map((purpose) => (
            <option key={purpose} value={purpose}>
              {packPurposeLabels[purpose]}
            </option>
          ))}
        </select>
      </div>
      <fieldset className="grid gap-2">
        <legend className="mb-1">What goes in besides the record itself</legend>
        <Choice id="pack-files" name="withFiles" isOn label="The documents, where they are still kept">
          Without them the pack has their list and digests.
        </Choice>
        <Choice id="pack-notes" name="withNotes" isOn label="Your staff’s own notes">
          Comments beside answers, notes on consent and approval, and what each entry of the trail changed.
          Leave them out where the reader is the client or another business.
        </Choice>
      </fieldset>
      <p>
        <button type="submit" className="button button-primary">
          Download evidence pack
        </button>
      </p>
    </form>
  );
}

function Choice({
  id,
  name,
  label,
  isOn,
  children,
}: {
  id: string;
  name: string;
  label: string;
  isOn: boolean;
  children: string;
}) {
  return (
    <div className="grid grid-cols-[18px_1fr] items-start gap-2 py-0.5 [&_label]:font-normal">
      <input type="checkbox" id={id} name={name} defaultChecked={isOn} aria-describedby={`${id}-about`} />
      <div>
        <label htmlFor={id}>{label}</label>
        <p id={`${id}-about`} className="hint">
          {children}
        </p>
      </div>
    </div>
  );
}

type Pack = NonNullable<EvidencePanelData>['packs'][number];

function Packs({ packs }: { packs: readonly Pack[] }) {
  return (
    <div className="border-t border-line pt-3">
      <h3 className="font-semibold">Packs made before</h3>
      {packs.length === 0 ? (
        <p className="mt-1 text-ink-soft">None yet. A pack that you download now is listed here.</p>
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
                  Digest of the manifest: <code>{digest}</code>
                </p>
              ) : null}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
