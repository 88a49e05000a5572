/** The product's mark and name. `isShort`: on a narrow screen the mark alone. */
export function Brand({ isShort = false }: { isShort?: boolean }) {
  return (
    <span className="inline-flex items-center gap-2 text-lg font-semibold text-ink">
      <svg aria-hidden="true" viewBox="0 0 32 32" className="size-[1.714rem]">
        <rect width="32" height="32" rx="6" className="fill-accent" />
        <path
          d="M8 24 16 7l8 17M11 18.5h10"
          fill="none"
          className="stroke-on-accent"
          strokeWidth="3"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <span className={isShort ? 'max-sm:sr-only' : undefined}>Assay</span>
    </span>
  );
}
