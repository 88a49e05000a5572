import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { box, heicFile } from './heic-files.ts';

/** A location that is easily found in bytes: the text is in the XMP, the numbers in the Exif data. */
export const samplePlace = { text: '41,17.3310S', seconds: '123457/1000' };

const xmp = `<?xpacket begin=""?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description exif:GPSLatitude="${samplePlace.text}"/></rdf:RDF></x:xmpmeta>`;

/** The harmless file by which virus scanners are tested, in two parts so that no scanner takes this source for it. */
export const eicar = Buffer.from(
  ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(''),
);

/** A picture of a few pixels as a camera writes it; `located`: with its location in the Exif data and in XMP. */
export async function samplePicture(
  kind: 'jpeg' | 'png',
  { located = false, colour = '#336699', side = 60, progressive = false } = {},
): Promise<Buffer> {
  const picture = sharp({ create: { width: side, height: side + 20, channels: 3, background: colour } });
  const described = picture.withExif({
    IFD0: { Make: 'Invented Camera' },
    ...(located
      ? {
          IFD3: {
            GPSLatitudeRef: 'S',
            GPSLatitude: `41/1 17/1 ${samplePlace.seconds}`,
            GPSLongitudeRef: 'E',
            GPSLongitude: '174/1 46/1 123457/1000',
          },
        }
      : {}),
  });
  const turned = described.withMetadata({ orientation: 6 });
  const whole = located ? turned.withXmp(xmp) : turned;
  return kind === 'jpeg' ? whole.jpeg({ progressive }).toBuffer() : whole.png({ progressive }).toBuffer();
}

/** A PDF of one empty page; `objects` are additional ones, from 4 on, as written in the file. */
export function samplePdf(
  objects: readonly (string | Buffer)[] = [],
  { trailer = '', catalog = '' } = {},
): Buffer {
  const fixed = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>',
  ];
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  const offsets: number[] = [];
  let at = parts[0]?.length ?? 0;
  for (const [index, object] of [...fixed, ...objects].entries()) {
    offsets.push(at);
    const body = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      typeof object === 'string' ? Buffer.from(object, 'latin1') : object,
      Buffer.from('\nendobj\n'),
    ]);
    parts.push(body);
    at += body.length;
  }
  const lines = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = offsets.length + 1;
  parts.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${lines}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${at}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

/**
 * Scans of a size: PDFs whose one stream is incompressible. Each has a text of its own; all share the large chunk, so that many fit in
 * memory.
 */
export function largePdf(bytes = 10 * 1024 * 1024 - 2048): (text: string) => Buffer[] {
  const filling = randomBytes(bytes - samplePdf().length - 200);
  // Random bytes must not spell a name of active content.
  for (let at = filling.indexOf(0x2f); at !== -1; at = filling.indexOf(0x2f, at + 1)) {
    if (filling[at + 1] === 0x4a || filling[at + 1] === 0x45) filling[at + 1] = 0x20;
  }
  return (text) => {
    const mark = 'the pixels';
    const whole = samplePdf([pdfStream('/Subtype /Image', Buffer.from(mark)), `(${text})`]);
    const at = whole.indexOf(mark);
    return [whole.subarray(0, at), filling, whole.subarray(at + mark.length)];
  };
}

/** A picture as phones take them: 12 million pixels of noise, about 5 MB, with its location. */
export function largePicture(): Promise<Buffer> {
  return sharp({
    create: { width: 4000, height: 3000, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 30 } },
  } as never)
    .withExif({ IFD3: { GPSLatitudeRef: 'S', GPSLatitude: `41/1 17/1 ${samplePlace.seconds}` } })
    .jpeg({ quality: 82 })
    .toBuffer();
}

/** A JPEG with a comment, in chunks. */
export function withComment(jpeg: Buffer, text: string): Buffer[] {
  const comment = Buffer.from(text);
  const head = Buffer.from([0xff, 0xfe, 0, comment.length + 2]);
  return [Buffer.concat([jpeg.subarray(0, 2), head, comment]), jpeg.subarray(2)];
}

/** A stream object with these bytes. */
export function pdfStream(dictionary: string, data: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`<< ${dictionary} /Length ${data.length} >>\nstream\n`, 'latin1'),
    data,
    Buffer.from('\nendstream'),
  ]);
}

/** An object stream that holds one object. */
export function pdfObjectStream(
  object: string,
  dictionary = '/Filter /FlateDecode',
  packed: (data: Buffer) => Buffer = deflateSync,
): Buffer {
  return pdfStream(
    `/Type /ObjStm /N 1 /First 5 ${dictionary}`,
    packed(Buffer.from(`10 0 ${object}`, 'latin1')),
  );
}

/** The Exif block of a located JPEG: a TIFF file with a GPS directory. */
async function sampleExif(): Promise<Buffer> {
  const { exif } = await sharp(await samplePicture('jpeg', { located: true })).metadata();
  if (exif === undefined) throw new Error('The sample picture has no Exif data.');
  return exif.subarray(6);
}

/** A HEIC file with a location in its Exif item, which also says that the picture is to be turned, and in a box at its end. */
export async function sampleHeic(): Promise<Buffer> {
  return Buffer.concat([heicFile({ exif: await sampleExif() }), box('mpvd', samplePlace.text)]);
}

export interface FormFile {
  name: string;
  bytes: Uint8Array;
  field?: string;
}

/** A form as a browser sends it, files included. */
export function formWith(files: readonly FormFile[], fields: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const { name, bytes, field = 'file' } of files) {
    form.append(field, new Blob([Uint8Array.from(bytes)]), name);
  }
  return form;
}
