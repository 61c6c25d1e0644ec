import { Type } from '../../../schema/typebox.ts';
import { component } from '../../definition/component.ts';
import { choice } from '../../definition/param-kinds.ts';
import { carryNotes } from '../../embedded-metadata/carry-notes.ts';
import { keptXmp } from '../../embedded-metadata/kept-xmp.ts';
import { rightsAsExif, xmpPacket } from '../../embedded-metadata/rights-words.ts';
import { ownProfile } from '../../files/own-profile.ts';

const words = (description: string) =>
  Type.String({ maxLength: 1000, default: '', description: `${description} Empty writes nothing.` });

const PARAMS = Type.Object(
  {
    keep: choice(
      ['nothing', 'everything'],
      'nothing',
      'What the camera and editors noted in the image. everything also tells where it was taken and with which device: EXIF and XMP, and in JPEG the older IPTC. TIFF is written without EXIF. What cannot be kept is told in the trace.',
    ),
    copyright: words('The copyright notice.'),
    creator: words('Who made the image.'),
    credit: words('Whom to name beside the image.'),
    title: words('The title.'),
    description: words('What can be seen.'),
    profile: choice(
      ['none', 'srgb', 'p3', 'keep'],
      'none',
      'none: sRGB, as everyone assumes. srgb: the same, said in the file. p3: Display P3, for wide-gamut screens. keep: that of the main input, where it has one for RGB. Steps work in sRGB, so colours beyond it come out as its strongest.',
    ),
  },
  { additionalProperties: false },
);

export const metadata = component({
  name: 'metadata',
  title: 'Metadata',
  sentence: 'Decides what the file says beside its pixels: notes kept, rights written, colour profile.',
  credits: 0,
  params: PARAMS,
  needs: [],
  annotate: async (image, params, help) => {
    const keeps = params.keep === 'everything';
    const annotated = keeps ? await carryNotes(image, params, help) : image;
    const exif = rightsAsExif(params);
    if (Object.keys(exif).length > 0) {
      // A pipeline that still stands on the file would merge with what ought to go.
      if (keeps) annotated.withExifMerge({ IFD0: exif });
      else annotated.withExif({ IFD0: exif });
    }
    const xmp = (keeps ? await keptXmp(params, help) : undefined) ?? xmpPacket(params);
    if (xmp) annotated.withXmp(xmp);
    const profile = params.profile === 'keep' ? await ownProfile(help) : params.profile;
    if (profile !== 'none') annotated.withIccProfile(profile);
    return annotated;
  },
});
