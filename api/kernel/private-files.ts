/** Restricts files and folders created by this process to its own user. */
export function restrictFilePermissions(): void {
  process.umask(0o077);
}
