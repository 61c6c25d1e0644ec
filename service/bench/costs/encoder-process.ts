import { sharp } from '../../src/components/files/sharp-setup.ts';
import { peakBytesOf } from './lane-peak.ts';

/** Main file of a process that only reads an image and writes it again, to measure the memory that the encoder needs. */

const [, , path, format] = process.argv;
const image = sharp(path);
if (format === 'avif') image.avif({ quality: 85, effort: 2, chromaSubsampling: '4:2:0' });
else if (format === 'webp') image.webp({ quality: 85 });
else if (format === 'webp-lossless') image.webp({ lossless: true });
else throw new Error(`${format} is not measured`);
await image.toBuffer();
process.send?.(peakBytesOf(process.pid));
