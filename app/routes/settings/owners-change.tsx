/** Said where somebody reads what an owner alone may change. */
export function OwnersChange({ what }: { what: string }) {
  return <p className="notice mt-4">An owner of your company can change {what}.</p>;
}
