/** Note for members who cannot change what only owners can. */
export function OwnersChange({ what }: { what: string }) {
  return <p className="notice mt-4">Only an owner can change {what}.</p>;
}
