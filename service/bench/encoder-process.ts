import { sharp } from '../src/components/sharp-setup.ts';
import { peakBytesOf } from './lane-peak.ts';

/** The main file of a process that reads a picture and writes it again, and no more: what the encoder cannot do without. */

const [, , path, format] = process.argv;
const settings = { avif: { quality: 85, effort: 2, chromaSubsampling: '4:2:0' }, webp: { quality: 85 } };
if (format !== 'avif' && format !== 'webp') throw new Error(`${format} is not measured`);
await sharp(path).toFormat(format, settings[format]).toBuffer();
process.send?.(peakBytesOf(process.pid));
