const people = [
  ['owner@demo.test', 'owner'],
  ['officer@demo.test', 'compliance officer'],
  ['staff@demo.test', 'member'],
  ['auditor@demo.test', 'auditor (read-only)'],
  ['new@demo.test', 'just signed up'],
  ['admin@demo.test', 'platform admin, at /admin/login'],
] as const;

/** The sandbox's demo users, which `npm start` prints too. Shown in the sandbox only. */
export function DemoSignIns() {
  return (
    <section
      aria-labelledby="demo-heading"
      className="rounded-lg border border-dashed border-line-strong px-4 py-3"
    >
      <h2 id="demo-heading" className="text-base">
        Demo sign-ins
      </h2>
      <p className="mt-1">
        Password for all of them: <code className="font-mono">assay-demo-2026</code>
      </p>
      <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-0.5">
        {people.map(([loginId, role]) => (
          <div key={loginId} className="contents">
            <dt className="font-mono">{loginId}</dt>
            <dd className="text-ink-soft">{role}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2">
        The platform admin also enters a code of an authenticator app, which is shown beside its field.
      </p>
      <p className="mt-2">
        Emails appear in <OutboxLink />.
      </p>
    </section>
  );
}

export function OutboxLink() {
  // Not a page of this app: needs a full page load.
  return (
    <a href="/sandbox/outbox" target="_blank" rel="noreferrer">
      Sandbox outbox<span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
