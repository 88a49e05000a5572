import { buttonClass } from '../button.tsx';

/** The link to the notifications, with the number of unread ones. */
export function Bell({ unread }: { unread: number }) {
  return (
    <a
      href="/notifications"
      className={buttonClass({ className: 'relative shrink-0 border-transparent px-2' })}
    >
      <svg
        viewBox="0 0 24 24"
        aria-hidden="true"
        className="size-[1.429rem] fill-none stroke-current stroke-2 [stroke-linecap:round] [stroke-linejoin:round]"
      >
        <path d="M6 8a6 6 0 0 1 12 0c0 7 3 9 3 9H3s3-2 3-9" />
        <path d="M10.3 21a1.94 1.94 0 0 0 3.4 0" />
      </svg>
      <span className="sr-only">Notifications</span>
      {unread === 0 ? null : (
        <span className="absolute -top-0.5 right-0 rounded-full bg-accent px-1 text-xs font-semibold text-on-accent tabular-nums">
          {unread > 99 ? '99+' : unread}
          <span className="sr-only"> unread</span>
        </span>
      )}
    </a>
  );
}
