import { createSocket, type RemoteInfo } from 'node:dgram';

/** TXT records by name, in lower case, as the sandbox’s page sets them. */
export type TxtRecords = Map<string, string[]>;

export interface DnsServer {
  /** `host:port`. */
  address: string;
  records: TxtRecords;
  close(): Promise<void>;
}

const headerBytes = 12;
const txtType = 16;
const recursionAvailable = 0x8180;
const nameNotFound = 0x8183;

/** The name and type asked for, and where the question ends; undefined for what is no question. */
function readQuestion(query: Buffer): { name: string; type: number; end: number } | undefined {
  const labels: string[] = [];
  let at = headerBytes;
  for (;;) {
    const length = query[at];
    if (length === undefined || length > 63) return undefined;
    at += 1;
    if (length === 0) break;
    labels.push(query.toString('latin1', at, at + length));
    at += length;
  }
  if (at + 4 > query.length) return undefined;
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at), end: at + 4 };
}

/** A TXT record in strings of at most 255 bytes, which refers to the name of the question. */
function toRecord(text: string): Buffer {
  const bytes = Buffer.from(text);
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length || at === 0; at += 255) {
    const part = bytes.subarray(at, at + 255);
    parts.push(Buffer.from([part.length]), part);
  }
  const content = Buffer.concat(parts);
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(txtType, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(60, 6);
  head.writeUInt16BE(content.length, 10);
  return Buffer.concat([head, content]);
}

/** The response to a query; undefined for what is no query. */
function answer(query: Buffer, records: TxtRecords): Buffer | undefined {
  const question = query.length < headerBytes ? undefined : readQuestion(query);
  if (question === undefined) return undefined;
  const known = records.get(question.name);
  const texts = question.type === txtType ? (known ?? []) : [];
  const header = Buffer.alloc(headerBytes);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(known === undefined ? nameNotFound : recursionAvailable, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(texts.length, 6);
  return Buffer.concat([header, query.subarray(headerBytes, question.end), ...texts.map(toRecord)]);
}

/** A name server over UDP that knows TXT records only: those set on its page. */
export async function startDns({ host = '127.0.0.1' }: { host?: string } = {}): Promise<DnsServer> {
  const records: TxtRecords = new Map();
  const socket = createSocket('udp4');
  socket.on('error', () => undefined);
  socket.on('message', (query: Buffer, from: RemoteInfo) => {
    const response = answer(query, records);
    if (response !== undefined) socket.send(response, from.port, from.address, () => undefined);
  });
  await new Promise<void>((done, fail) => {
    socket.once('error', fail);
    socket.bind(0, host, done);
  });
  const { port } = socket.address();
  return {
    address: `${host}:${port}`,
    records,
    close: () => new Promise((done) => socket.close(() => done())),
  };
}
