import { ButtonLink } from '../button.tsx';
/**
 * Paging of a list: plain links, which the layout follows without reloading the document.
 * @param firstHref null on the first page
 * @param previousHref null on the first page; undefined if a list only pages forward
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
      {firstHref && previousHref !== null ? <ButtonLink href={firstHref}>First page</ButtonLink> : null}
      {previousHref ? (
        <ButtonLink href={previousHref} rel="prev">
          Previous
        </ButtonLink>
      ) : null}
      {nextHref ? (
        <ButtonLink href={nextHref} rel="next">
          Next
        </ButtonLink>
      ) : null}
    </nav>
  );
}
