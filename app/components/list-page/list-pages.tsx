/**
 * The ways through a list that is paged: plain links, which the layout follows without loading the document anew.
 * @param firstHref null on the first page
 * @param previousHref null on the first page; left out where a list is only walked forward
 */
export function ListPages({
  firstHref,
  previousHref,
  nextHref,
}: {
  firstHref: string | null;
  previousHref?: string | null;
  nextHref: string | null;
}) {
  return (
    <nav aria-label="Pages" className="mt-4 flex gap-2 empty:hidden" data-routed-links>
      {firstHref && previousHref !== null ? (
        <a href={firstHref} className="button">
          First page
        </a>
      ) : null}
      {previousHref ? (
        <a href={previousHref} rel="prev" className="button">
          Previous
        </a>
      ) : null}
      {nextHref ? (
        <a href={nextHref} rel="next" className="button">
          Next
        </a>
      ) : null}
    </nav>
  );
}
