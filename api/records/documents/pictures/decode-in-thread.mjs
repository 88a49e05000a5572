/**
 * Decodes one HEIC picture in a worker thread of its own. The parent starts it from its text (`?raw`), so that it needs no entry in
 * the build. The decoder reaches its own WebAssembly memory only, which the limits of a thread do not cover: its growth is limited here.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';

const { path, libraryPath, wasmPath, maxMemoryBytes, maxPixels, side } = workerData;

let isOutOfMemory = false;
const { grow } = WebAssembly.Memory.prototype;
WebAssembly.Memory.prototype.grow = function growWithin(pages) {
  isOutOfMemory ||= this.buffer.byteLength + pages * 65_536 > maxMemoryBytes;
  if (isOutOfMemory) throw new RangeError('The picture needs too much memory.');
  return grow.call(this, pages);
};

/** Profiles of HEVC that phones write, which the decoder knows whole: Main, Main 10, Main Still Picture. ITU-T H.265, annex A. */
const commonProfiles = new Set([1, 2, 3]);

/** Whether every picture in a file is in one of those profiles, by its `hvcC` properties. ISO/IEC 14496-15, 8.3.2. */
function hasCommonProfiles(file) {
  for (let at = file.indexOf('hvcC'); at !== -1; at = file.indexOf('hvcC', at + 4)) {
    if (!commonProfiles.has(file[at + 5] & 31)) return false;
  }
  return true;
}

/** Averages squares of pixels, so that the longest side is less than twice `side`. The decoder's memory holds the source. */
function reduce({ data, stride, width, height }) {
  const factor = Math.max(1, Math.floor(Math.max(width, height) / side));
  const [columns, rows] = [width, height].map((length) => Math.max(1, Math.floor(length / factor)));
  const [across, down] = [Math.min(factor, width), Math.min(factor, height)];
  const pixels = new Uint8Array(columns * rows * 3);
  let at = 0;
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      let [red, green, blue] = [0, 0, 0];
      for (let y = 0; y < down; y += 1) {
        let from = (row * factor + y) * stride + column * factor * 3;
        for (let x = 0; x < across; x += 1) {
          red += data[from];
          green += data[from + 1];
          blue += data[from + 2];
          from += 3;
        }
      }
      pixels[at] = red / (across * down);
      pixels[at + 1] = green / (across * down);
      pixels[at + 2] = blue / (across * down);
      at += 3;
    }
  }
  return { pixels, width: columns, height: rows };
}

/** Whether an error says that the file is damaged; else it is something that the decoder cannot do. */
function isDamaged(heif, file, { code, subcode }) {
  const { heif_error_code: codes, heif_suberror_code: subcodes } = heif;
  if (isOutOfMemory || subcode === subcodes.heif_suberror_Security_limit_exceeded) return false;
  if (code === codes.heif_error_Decoder_plugin_error)
    return subcode === subcodes.heif_suberror_End_of_data || hasCommonProfiles(file);
  return code === codes.heif_error_Input_does_not_exist || code === codes.heif_error_Invalid_input;
}

function decode() {
  const ignore = () => {};
  const options = { wasmBinary: readFileSync(wasmPath), print: ignore, printErr: ignore };
  const heif = createRequire(libraryPath)(libraryPath)(options);
  const file = readFileSync(path);
  const toFailure = (error) => ({ failed: isDamaged(heif, file, error) ? 'damaged' : 'unsupported' });
  const context = heif.heif_context_alloc();
  const parsed = heif.heif_context_read_from_memory(context, file);
  if (parsed.code !== heif.heif_error_code.heif_error_Ok) return toFailure(parsed);
  const picture = heif.heif_js_context_get_primary_image_handle(context);
  if (picture.code) return toFailure(picture);
  const [width, height] = [
    heif.heif_image_handle_get_width(picture),
    heif.heif_image_handle_get_height(picture),
  ];
  if (width * height > maxPixels) return { failed: 'tooLarge', width, height };
  // Turned and mirrored as the file's own properties say; Exif data is not consulted. ISO/IEC 23008-12, 6.5.10 and 6.5.12.
  const decoded = heif.heif_js_decode_image2(
    picture,
    heif.heif_colorspace.heif_colorspace_RGB,
    heif.heif_chroma.heif_chroma_interleaved_RGB,
  );
  return decoded.code ? toFailure(decoded) : reduce(decoded.channels[0]);
}

const result = decode();
parentPort.postMessage(result, 'pixels' in result ? [result.pixels.buffer] : []);
