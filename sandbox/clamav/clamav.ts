import { type AddressInfo, createServer, type Socket } from 'node:net';

/** The harmless file by which virus scanners are tested, in two parts so that no scanner takes this source for it. */
const testFile = Buffer.from(
  ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(''),
);
const threat = 'Eicar-Test-Signature';

export interface ClamavOptions {
  /** Largest stream in bytes; the daemon's own default is 25 MB. */
  maxStreamBytes?: number;
  /** Called for each scanned stream with its size in bytes. */
  onScan?: (bytes: number) => void;
}

export interface Clamav {
  /** `host:port`. */
  address: string;
  close(): Promise<void>;
}

/** Answers one connection: PING, VERSION, or INSTREAM with its chunks. */
function answer(socket: Socket, { maxStreamBytes = 25 * 1024 * 1024, onScan }: ClamavOptions): void {
  let unread: Buffer = Buffer.alloc(0);
  let isStream = false;
  /** Enough of the stream's end to find the test file across two chunks. */
  let tail: Buffer = Buffer.alloc(0);
  let total = 0;
  let isInfected = false;
  const reply = (text: string) => void socket.end(`${text}\0`);

  function readCommand(): boolean {
    const end = unread.indexOf(0);
    if (end === -1) return false;
    const command = unread.toString('latin1', 0, end);
    unread = unread.subarray(end + 1);
    if (command === 'zPING') reply('PONG');
    else if (command === 'zVERSION') reply('ClamAV sandbox');
    else if (command === 'zINSTREAM') isStream = true;
    else reply('UNKNOWN COMMAND');
    return isStream;
  }

  function readChunk(): boolean {
    if (unread.length < 4) return false;
    const length = unread.readUInt32BE(0);
    if (length === 0) {
      onScan?.(total);
      reply(isInfected ? `stream: ${threat} FOUND` : 'stream: OK');
      return false;
    }
    if (total + length > maxStreamBytes) {
      reply('INSTREAM size limit exceeded. ERROR');
      return false;
    }
    if (unread.length < 4 + length) return false;
    const part = Buffer.concat([tail, unread.subarray(4, 4 + length)]);
    isInfected ||= part.includes(testFile);
    tail = Buffer.from(part.subarray(-testFile.length));
    total += length;
    unread = unread.subarray(4 + length);
    return true;
  }

  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    if (socket.writableEnded) return;
    unread = Buffer.concat([unread, chunk]);
    while (isStream ? readChunk() : readCommand());
  });
}

/** A virus scanner that speaks the ClamAV daemon's protocol over TCP and knows the EICAR test file only. */
export async function startClamav(
  options: ClamavOptions & { host?: string; port?: number } = {},
): Promise<Clamav> {
  const { host = '127.0.0.1', port = 0 } = options;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    answer(socket, options);
  });
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(port, host, () => {
      server.off('error', failed);
      listening();
    });
  });
  return {
    address: `${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
