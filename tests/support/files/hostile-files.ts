import { deflateSync } from 'node:zlib';
import { pdfObjectStream, pdfStream, samplePdf } from './sample-files.ts';

const byItself = 'runs an action when it is opened or read';

const script = '<< /S /JavaScript /JS (app.alert(1)) >>';
const action = '<< /Type /Action /S /JavaScript /JS (app.alert(1)) >>';

/** Each byte as its difference from that of 16 before, as the TIFF predictor has it with 16 colours: the first 16 are unchanged. */
const differences = (data: Buffer) => Buffer.from(data.map((byte, at) => byte - (data[at - 16] ?? 0)));
const inDifferences = (data: Buffer) => deflateSync(differences(data));
/** Rows of 9 bytes, each behind a digit where a PNG predictor has its kind: readers take an unknown kind for none. */
const inRows = (data: Buffer) => deflateSync(data.toString('latin1').replace(/.{1,9}/g, '1$&'));
const parameters = '<< /Predictor 2 /Colors 16 /Columns 99 >>';
const filter = '/Filter /FlateDecode';
const predicted = (dictionary: string) =>
  samplePdf([pdfStream(dictionary, inDifferences(Buffer.from(`10 0 ${action}`)))]);
const objectStream = `/Type /ObjStm /N 1 /First 5 ${filter}`;

/** Object streams whose unpacked data are not the objects that a reader sees. */
const predictedPdfs = (
  [
    ['a TIFF predictor', predicted(`${objectStream} /DecodeParms ${parameters}`)],
    ['a predictor before its type', predicted(`/DecodeParms ${parameters} ${objectStream}`)],
    ['an abbreviated predictor', predicted(`${objectStream} /DP ${parameters}`)],
    ['an escaped predictor', predicted(`${objectStream} /Decode#50arms ${parameters}`)],
    [
      'a predictor with an escaped key',
      predicted(`${objectStream} /DecodeParms << /Predicto#72 2 /Colors 16 /Columns 99 >>`),
    ],
    [
      'a predictor in an array',
      predicted(`${objectStream.replace(filter, '/Filter [/FlateDecode]')} /DecodeParms [${parameters}]`),
    ],
    ['a predictor without its type', predicted(`/N 1 /First 5 ${filter} /DecodeParms ${parameters}`)],
    [
      'a predictor and the type of another stream',
      predicted(`/Type /XRef /N 1 /First 5 ${filter} /DecodeParms ${parameters}`),
    ],
    [
      'a predictor before an object in a comment',
      predicted(`/DecodeParms ${parameters} % ${' '.repeat(5000)} 9 0 obj <<\n${objectStream}`),
    ],
    [
      'a predictor before an object in a text',
      predicted(`/DecodeParms ${parameters} /X [(\n9 0 obj << /Y [ \\( ) ] ${objectStream}`),
    ],
    [
      'a predictor before an object in a text that a comment ends',
      predicted(`/DecodeParms ${parameters} /X (\n9 0 obj << %)\n${objectStream}`),
    ],
    [
      'a predictor before an object in hexadecimal',
      predicted(`/DecodeParms ${parameters} /X <\n9 0 obj << /Y <AB> ${objectStream}`),
    ],
    ['a predictor elsewhere', samplePdf([pdfObjectStream('<< >>', `${filter} /DecodeParms 9 0 R`)])],
    ['a predictor far away', samplePdf([pdfObjectStream('<< >>', `/X (${'x'.repeat(9000)}) ${filter}`)])],
    ['two predictors', predicted(`${objectStream} /DecodeParms << >> /DecodeParms ${parameters}`)],
    [
      'a PNG predictor',
      samplePdf([pdfObjectStream(action, `${filter} /DecodeParms << /Predictor 12 /Columns 9 >>`, inRows)]),
    ],
  ] as const
).map(([what, pdf]) => [`an object stream with ${what}`, pdf, 'cannot be checked'] as const);

/** PDFs that must be rejected: the problem of each, its bytes, and words of the error. */
export const hostilePdfs: readonly (readonly [what: string, pdf: Buffer, words: string])[] = [
  ['a script', samplePdf([script]), 'holds scripts'],
  ['a script with an escaped name', samplePdf(['<< /S /J#61vaScript >>']), 'holds scripts'],
  ['a rendition’s script', samplePdf(['<< /S /Rendition /JS 5 0 R >>']), 'holds scripts'],
  ['a script in an object stream', samplePdf([pdfObjectStream(script)]), 'holds scripts'],
  [
    'an object stream that does not say so',
    samplePdf([pdfStream('/N 1 /First 5 /Filter /FlateDecode', deflateSync(`10 0 ${script}`))]),
    'holds scripts',
  ],
  [
    'an object stream behind a misleading text',
    samplePdf([
      pdfStream(
        '/Type /ObjStm /N 1 /First 5 /X (>> endobj) /Filter /FlateDecode',
        deflateSync(`10 0 ${script}`),
      ),
    ]),
    'holds scripts',
  ],
  [
    'an object inside another one’s stream',
    samplePdf([pdfStream('', Buffer.from(`9 0 obj ${script} endobj`))]),
    'holds scripts',
  ],
  ['a program to start', samplePdf(['<< /S /Launch /F (cmd.exe) >>']), 'can start programs'],
  ['another file to open', samplePdf(['<< /S /GoToR /F (//host/share/x.pdf) >>']), 'open other files'],
  [
    'a form that is sent elsewhere',
    samplePdf(['<< /S /SubmitForm /F (https://host.example/take) >>']),
    'send what is typed',
  ],
  ['a file inside', samplePdf(['<< /Type /EmbeddedFile >>'], { catalog: '/Names << >>' }), 'embedded files'],
  ['a file in a filespec', samplePdf(['<< /F (x.exe) /EF << /F 9 0 R >> >>']), 'embedded files'],
  ['a file behind a comment', samplePdf(['<< /F (x.exe) /EF % >>\n<< /F 9 0 R >> >>']), 'embedded files'],
  ['a file behind zero bytes', samplePdf(['<< /F (x.exe) /EF\0\0 9 0 R >>']), 'embedded files'],
  [
    'a file after a name that is no text',
    samplePdf(['<< /A /\xff\xff\xff\xff/EF << /F 9 0 R >> >>']),
    'embedded files',
  ],
  [
    'a rendition with a script that is no text',
    samplePdf(['<< /S /Rendition /A /\xff\xff/JS (\xe9=1) >>']),
    'holds scripts',
  ],
  ['a form that changes itself', samplePdf([], { catalog: '/AcroForm << /XFA 5 0 R >>' }), 'XFA'],
  ['a protection that is nowhere', samplePdf([], { trailer: '/Encrypt 9 0 R' }), 'damaged protection'],
  [
    'an object stream packed twice',
    samplePdf([
      pdfObjectStream(script, '/Filter [/FlateDecode /FlateDecode]', (b) => deflateSync(deflateSync(b))),
    ]),
    'cannot be checked',
  ],
  [
    'an object stream in hexadecimal',
    samplePdf([
      pdfObjectStream(script, '/Filter [/FlateDecode /ASCIIHexDecode]', (b) =>
        deflateSync(b.toString('hex')),
      ),
    ]),
    'cannot be checked',
  ],
  [
    'an object stream that ends early',
    samplePdf([pdfObjectStream(script, '/Filter /FlateDecode', (b) => deflateSync(b).subarray(0, 12))]),
    'cannot be checked',
  ],
  [
    'an archive behind it',
    Buffer.concat([samplePdf(), Buffer.from('PK\x05\x06'), Buffer.alloc(18)]),
    'another file format',
  ],
  [
    'a page of the web behind it',
    Buffer.concat([samplePdf(), Buffer.alloc(3000, '<p>')]),
    'another file format',
  ],
  ...[
    ['URI', '/URI (https://host.example/seen)'],
    ['Named', '/N /Print'],
    ['Hide', '/T (field)'],
    ['Sound', '/Sound 9 0 R'],
    ['Movie', '/T (film)'],
    ['Thread', '/D 0'],
    ['ResetForm', ''],
  ].flatMap(([type = '', rest = '']) => {
    const action = `<< /S /${type} ${rest} >>`;
    return [
      [`${type} on opening`, samplePdf([], { catalog: `/OpenAction ${action}` }), byItself],
      [`${type} on opening, by reference`, samplePdf([action], { catalog: '/OpenAction 4 0 R' }), byItself],
      [`${type} on turning a page`, samplePdf([`<< /AA << /O ${action} >> >>`]), byItself],
    ] as const;
  }),
  [
    'an action after showing a place',
    samplePdf([], {
      catalog: '/OpenAction << /S /GoTo /D [3 0 R /Fit] /Next << /S /URI /URI (https://a.example) >> >>',
    }),
    byItself,
  ],
  [
    'an action on opening in an object stream',
    samplePdf([pdfObjectStream('<< /S /URI /URI (https://a.example) >>')], { catalog: '/OpenAction 10 0 R' }),
    byItself,
  ],
  [
    'an action on opening that replaces a place',
    samplePdf(
      [
        pdfObjectStream('[3 0 R /Fit]'),
        '<< >>\nendobj\n10 %x\n 0 obj << /S /URI /URI (https://a.example) >>',
      ],
      {
        catalog: '/OpenAction 10 0 R',
      },
    ),
    byItself,
  ],
  ['an action on opening that is nowhere', samplePdf([], { catalog: '/OpenAction 77 0 R' }), byItself],
  ['actions of a page elsewhere', samplePdf(['<< /X /\xff\xff\xff/AA % >>\n7 0 R >>']), byItself],
  ...predictedPdfs,
  ['no end', samplePdf().subarray(0, 150), 'is damaged'],
];
