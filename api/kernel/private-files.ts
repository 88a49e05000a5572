/** Files and folders that this process creates are its own user's alone. */
export function keepFilesPrivate(): void {
  process.umask(0o077);
}
