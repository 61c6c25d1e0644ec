import sharp from 'sharp';

// One image at a time on one core: parallelism comes from the number of lanes.
sharp.concurrency(1);
// Every image is seen once; a cache would only hold memory and open files.
sharp.cache(false);

// What is not named here cannot be read, whatever the bytes say: a 2 kB SVG was seen to take 12.5 s.
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Tiff', 'Nsgif', 'Heif'];
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: LOADERS.map((name) => `VipsForeignLoad${name}`) });

export { sharp };
