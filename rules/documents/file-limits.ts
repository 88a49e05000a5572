/** Maximum size of a file: 10 MB. */
export const maxFileBytes = 10 * 1024 * 1024;

/** Maximum files per form. */
export const maxFilesPerUpload = 10;

/** Maximum files of a form that requests several documents, each with its own files. */
export const maxFilesOfManyItems = 30;

/** Maximum documents per record, without removed ones. */
export const maxDocumentsPerRecord = 200;

/** Maximum pixels of a picture. Phones take up to 50 million; more would need too much memory to decode. */
export const maxPixels = 64_000_000;

/**
 * Maximum pixels of a picture that must be decoded as a whole to scale it down (a progressive JPEG, an interlaced PNG).
 * Larger ones are stored without a thumbnail.
 */
export const maxPixelsDecoded = 12_000_000;
