import type { CountryListView } from './country-lists.server.ts';

/** The countries that the list has for every company, with the day and source of the state in force. */
export function ShippedCountries({ names, asAtLabel, source, note }: CountryListView['shipped']) {
  return (
    <>
      <h3>On the FATF’s list of {asAtLabel}</h3>
      <p className="hint">These countries are supplied with Assay and cannot be removed.</p>
      <ul className="mt-2 columns-[180px] gap-x-4">
        {names.map((name) => (
          <li key={name} className="break-inside-avoid">
            {name}
          </li>
        ))}
      </ul>
      <p className="mt-2 text-sm break-words">
        <span className="text-ink-soft">Source: </span>
        <a href={source} rel="noreferrer" className="break-all">
          {source}
        </a>
      </p>
      <p className="hint max-w-[860px]">{note}</p>
    </>
  );
}
