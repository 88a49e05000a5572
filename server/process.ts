import type { Server } from 'node:http';

/** Ends the process with a message for the operator. */
export function reportAndExit(error: unknown): void {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

function toListenError(error: NodeJS.ErrnoException, port: number, host: string): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new Error(`Port ${port} is in use. Set PORT to another one.`);
    case 'EACCES':
      return new Error(`This user may not open port ${port}. Set PORT to another one, such as 3000.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new Error(
        `HOST is “${host}”, which is not an address of this machine. Change it, or leave it unset.`,
      );
    default:
      return error;
  }
}

/**
 * Starts listening and returns the port.
 * @throws Error for the operator if the port or address is not available.
 */
export function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) => fail(toListenError(error, port, host)));
    server.listen(port, host, () => {
      const address = server.address();
      done(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

/** Ends the process on a signal, after everything running has stopped. */
export function stopOnSignals(stop: () => Promise<unknown>): void {
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      stop().then(() => process.exit(0), reportAndExit);
    });
  }
}

/** The port to listen on; default 3000. */
export function portFrom(value: string | undefined): number {
  if (value === undefined || value === '') return 3000;
  if (/^\d{1,5}$/.test(value) && Number(value) <= 65_535) return Number(value);
  throw new Error(`PORT must be a number from 0 to 65535, such as 3000. It is “${value}”.`);
}
