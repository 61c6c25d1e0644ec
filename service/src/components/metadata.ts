import { type Static, Type } from '../schema/typebox.ts';
import { carryNotes } from './carry-notes.ts';
import { component } from './component.ts';
import { ownProfile } from './own-profile.ts';
import { choice } from './param-kinds.ts';

const words = (description: string) =>
  Type.String({ maxLength: 1000, default: '', description: `${description} Empty writes nothing.` });

const PARAMS = Type.Object(
  {
    keep: choice(
      ['nothing', 'everything'],
      'nothing',
      'What the camera and editors noted in the picture. everything also tells where it was taken and with which device. TIFF holds only XMP of it.',
    ),
    copyright: words('The copyright notice.'),
    creator: words('Who made the picture.'),
    credit: words('Whom to name beside the picture.'),
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
type Params = Static<typeof PARAMS>;
const WORDS = ['copyright', 'creator', 'credit', 'title', 'description'] as const;

export const metadata = component({
  name: 'metadata',
  title: 'Metadata',
  sentence: 'Decides what the file says beside its pixels: notes kept, rights written, colour profile.',
  credits: 0,
  params: PARAMS,
  needs: [],
  annotate: async (image, params, help) => {
    const noted = params.keep === 'everything' ? await carryNotes(image, await help.notes()) : image;
    const exif = exifOf(params);
    if (Object.keys(exif).length > 0) {
      // A pipeline that still stands on the file would merge with what ought to go.
      if (params.keep === 'everything') noted.withExifMerge({ IFD0: exif });
      else noted.withExif({ IFD0: exif });
    }
    if (WORDS.some((name) => params[name] !== '')) noted.withXmp(xmpOf(params));
    const profile = params.profile === 'keep' ? await ownProfile(help) : params.profile;
    if (profile !== 'none') noted.withIccProfile(profile);
    return noted;
  },
});

const exifOf = ({ copyright, creator, title, description }: Params): Record<string, string> => ({
  ...(copyright && { Copyright: plain(copyright) }),
  ...(creator && { Artist: plain(creator) }),
  ...((description || title) && { ImageDescription: plain(description || title) }),
});

const plain = (text: string): string => text.replace(/[\u0000-\u001f\u007f]/g, ' ').trim();

const escaped = (text: string): string =>
  plain(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The IPTC fields in their present form, which is XMP. */
const xmpOf = ({ copyright, creator, credit, title, description }: Params): string => {
  const inLanguage = (tag: string, text: string) =>
    text && `<${tag}><rdf:Alt><rdf:li xml:lang="x-default">${escaped(text)}</rdf:li></rdf:Alt></${tag}>`;
  return [
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">',
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""',
    ' xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"',
    ' xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/">',
    inLanguage('dc:rights', copyright),
    copyright && '<xmpRights:Marked>True</xmpRights:Marked>',
    creator && `<dc:creator><rdf:Seq><rdf:li>${escaped(creator)}</rdf:li></rdf:Seq></dc:creator>`,
    credit && `<photoshop:Credit>${escaped(credit)}</photoshop:Credit>`,
    inLanguage('dc:title', title),
    inLanguage('dc:description', description),
    '</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>',
  ].join('');
};
