import { Type } from '../../../schema/typebox.ts';
import { component } from '../../definition/component.ts';
import { choice } from '../../definition/param-kinds.ts';
import { carryMetadata } from '../../embedded-metadata/carry-metadata.ts';
import { keptXmp, newXmp } from '../../embedded-metadata/result-xmp.ts';
import { rightsAsExif } from '../../embedded-metadata/rights.ts';
import { inputProfile } from '../../files/input-profile.ts';

const textField = (description: string) =>
  Type.String({ maxLength: 1000, default: '', description: `${description} Not written if empty.` });

const PARAMS = Type.Object(
  {
    keep: choice(
      ['nothing', 'everything'],
      'nothing',
      'Which metadata of the input is kept. everything: EXIF and XMP, and in JPEG the older IPTC; it includes the place and the device of the photo. TIFF files are written without EXIF. Metadata that cannot be kept is named in a warning in the trace.',
    ),
    copyright: textField('The copyright notice.'),
    creator: textField('The creator of the image.'),
    credit: textField('The credit line to show with the image.'),
    title: textField('The title of the image.'),
    description: textField('A description of what the image shows.'),
    profile: choice(
      ['none', 'srgb', 'p3', 'keep'],
      'none',
      'The colour profile of the file. none: sRGB without an embedded profile, which programs assume. srgb: sRGB with an embedded profile. p3: Display P3, for wide-gamut screens. keep: the profile of the main input, if it has one for RGB. Steps work in sRGB, so more saturated colours are clipped to sRGB.',
    ),
  },
  { additionalProperties: false },
);

export const metadata = component({
  name: 'metadata',
  title: 'Metadata',
  sentence:
    'Sets the metadata of the result file: what is kept from the input, rights and descriptions, and the colour profile.',
  credits: 0,
  params: PARAMS,
  inputParams: [],
  annotate: async (image, params, context) => {
    const keeps = params.keep === 'everything';
    const annotated = keeps ? await carryMetadata(image, params, context) : image;
    const exif = rightsAsExif(params);
    if (Object.keys(exif).length > 0) {
      // withExifMerge would also keep the EXIF of the input file if the pipeline still reads from that file, so it is
      // used only when the metadata is kept.
      if (keeps) annotated.withExifMerge({ IFD0: exif });
      else annotated.withExif({ IFD0: exif });
    }
    const xmp = (keeps ? await keptXmp(params, context) : undefined) ?? newXmp(params);
    if (xmp) annotated.withXmp(xmp);
    const profile = params.profile === 'keep' ? await inputProfile(context) : params.profile;
    if (profile !== 'none') annotated.withIccProfile(profile);
    return annotated;
  },
});
