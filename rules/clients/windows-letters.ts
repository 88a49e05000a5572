/** Letters of Windows-1252 from 0x80 to 0x9F; bytes without a meaning are the control characters of Latin-1. */
export const windowsLetters = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';
