/**
 * HEIC files of a picture of 128 × 96 pixels: its quarters are red and green, below them blue and white. Encoded by libheif's `heif-enc`
 * (`heif-enc -q 50` of a PNG); the boxes around it are written here, for every way to turn, mirror and tile it.
 */

/** Decoder configuration, ISO/IEC 14496-15. */
const configuration = Buffer.from(
  'AQNwAAAAAAAAAAAAHvAA/P34+AAADwMgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAHroCQCEAAQArQgEBA3AAAAMAkAAAAwAAAwAeoBAgYWW6kkprm4EBAwIAAAMAAgAAAwACECIAAQAHRAHBcrAiQA==',
  'base64',
);
const slice = Buffer.from(
  'AAAA5SgBrxOAeXPTVEf//rxg7/5bBn/zQZO1xUNyZ//WgjR/CYz/6zRyNfsJ6+9smGl+BLZZ1nolW6o5lQy9++jJQ+T/bSF/9eWX/zp+k/E4SyYXuUzMugFJ67Pxs8m4WnHRQd+an2QzRGaD2U2njPb/+KZ2/cOYd6oFg/68shOcFEOE3zemomu1Uerj2wWrEnAAiLfsGEABVYBggls1+1paRs503LipKZh+cPYrgDBBLZr9rS0jZzpuXFfLqOK36h/kAdsfSuJfRqi/DBfv23o6GHEBxIBRqWDe6GAlANYUHTnJX0byfIA=',
  'base64',
);

export function box(type: string, ...content: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(
    content.map((item) => (typeof item === 'string' ? Buffer.from(item, 'latin1') : item)),
  );
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}

function numbers(...fields: [bytes: number, value: number][]): Buffer {
  return Buffer.concat(
    fields.map(([bytes, value]) => {
      const field = Buffer.alloc(bytes);
      field.writeUIntBE(value, 0, bytes);
      return field;
    }),
  );
}

const size = (width: number, height: number) => box('ispe', numbers([4, 0], [4, width], [4, height]));

interface Item {
  id: number;
  type: string;
  content: Buffer;
  /** Numbers of its properties in `properties`, from 1. */
  properties?: readonly number[];
}

interface HeicParts {
  /** Size that the file declares of its picture. */
  declared?: { width: number; height: number };
  /** Quarter turns against the clock. */
  turns?: number;
  /** 0: top and bottom exchanged; 1: left and right. */
  mirror?: 0 | 1;
  /** The Exif block, from its TIFF header on. */
  exif?: Buffer;
  /** Rows of as many pictures each, two by default, and the size that the grid declares. */
  grid?: { width: number; height: number; rows?: number };
  /** Coded picture in place of the real one. */
  coded?: Buffer;
  /** Profile of HEVC that the file declares; 3 is its own. */
  profile?: number;
}

/** A HEIC file of the picture. Its Exif item, if there is one, is the first in `iloc`. */
export function heicFile(parts: HeicParts = {}): Buffer {
  const {
    declared = { width: 128, height: 96 },
    turns,
    mirror,
    exif,
    grid,
    coded = slice,
    profile = 3,
  } = parts;
  const configured = Buffer.from(configuration);
  configured.writeUInt8(profile, 1);
  const properties = [box('hvcC', configured), size(declared.width, declared.height)];
  const transforms: number[] = [];
  if (grid !== undefined) properties.push(size(grid.width, grid.height));
  if (turns !== undefined) transforms.push(properties.push(box('irot', numbers([1, turns]))));
  if (mirror !== undefined) transforms.push(properties.push(box('imir', numbers([1, mirror]))));

  const { rows = 2 } = grid ?? {};
  const tileIds = grid === undefined ? [] : Array.from({ length: rows ** 2 }, (_, index) => 2 + index);
  const exifId = 2 + tileIds.length;
  const tile = (id: number): Item => ({ id, type: 'hvc1', content: coded, properties: [1, 2] });
  const pictures: Item[] =
    grid === undefined
      ? [{ ...tile(1), properties: [1, 2, ...transforms] }]
      : [
          {
            id: 1,
            type: 'grid',
            content: numbers([1, 0], [1, 1], [1, rows - 1], [1, rows - 1], [4, grid.width], [4, grid.height]),
            properties: [3, ...transforms],
          },
          ...tileIds.map(tile),
        ];
  const described: Item[] =
    exif === undefined
      ? []
      : [
          {
            id: exifId,
            type: 'Exif',
            content: Buffer.concat([numbers([4, 6]), Buffer.from('Exif\0\0', 'latin1'), exif]),
          },
        ];
  const items = [...described, ...pictures];
  const references = [
    ...(exif === undefined ? [] : [box('cdsc', numbers([2, exifId], [2, 1], [2, 1]))]),
    ...(grid === undefined
      ? []
      : [box('dimg', numbers([2, 1], [2, tileIds.length], ...tileIds.map((id): [2, number] => [2, id])))]),
  ];
  const ftyp = box('ftyp', 'heic', numbers([4, 0]), 'mif1heic');
  const getMeta = (offset: number) => {
    let at = offset;
    const located = items.map(({ id, content }) => {
      at += content.length;
      return numbers([2, id], [2, 0], [2, 1], [4, at - content.length], [4, content.length]);
    });
    return box(
      'meta',
      numbers([4, 0]),
      box('hdlr', numbers([4, 0], [4, 0]), 'pict', Buffer.alloc(13)),
      box('pitm', numbers([4, 0], [2, 1])),
      box(
        'iinf',
        numbers([4, 0], [2, items.length]),
        ...items.map(({ id, type }) =>
          box(
            'infe',
            numbers([4, tileIds.includes(id) ? 0x02000001 : 0x02000000], [2, id], [2, 0]),
            type,
            '\0',
          ),
        ),
      ),
      box('iloc', numbers([4, 0], [2, 0x4400], [2, items.length]), ...located),
      ...(references.length === 0 ? [] : [box('iref', numbers([4, 0]), ...references)]),
      box(
        'iprp',
        box('ipco', ...properties),
        box(
          'ipma',
          numbers([4, 0], [4, pictures.length]),
          ...pictures.map(({ id, properties: of = [] }) =>
            // Essential, as the properties that change the picture are.
            numbers([2, id], [1, of.length], ...of.map((at): [number, number] => [1, 0x80 | at])),
          ),
        ),
      ),
    );
  };
  const start = ftyp.length + getMeta(0).length + 8;
  return Buffer.concat([ftyp, getMeta(start), box('mdat', ...items.map(({ content }) => content))]);
}
