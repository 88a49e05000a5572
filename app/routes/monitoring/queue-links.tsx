import { Link } from '@remix-run/react';

/** Links between the views of one queue; one is current. `label`: their accessible name. */
export function QueueLinks({
  label,
  links,
}: {
  label: string;
  links: readonly { to: string; label: string; isCurrent: boolean }[];
}) {
  return (
    <nav aria-label={label} className="mt-4">
      <ul className="flex flex-wrap gap-1.5">
        {links.map((link) => (
          <li key={link.label}>
            <Link
              to={link.to}
              aria-current={link.isCurrent ? 'page' : undefined}
              className="inline-block rounded-full border border-line bg-paper px-3 py-1 text-sm text-ink no-underline hover:bg-ground aria-[current]:border-accent aria-[current]:bg-accent-soft aria-[current]:font-semibold"
            >
              {link.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
