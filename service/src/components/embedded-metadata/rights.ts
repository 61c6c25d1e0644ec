/** The descriptive fields that can be written to a file; empty ones are not written. */
export const RIGHTS_FIELDS = ['copyright', 'creator', 'credit', 'title', 'description'] as const;
export type Rights = Record<(typeof RIGHTS_FIELDS)[number], string>;

export const NAMESPACES = {
  dc: 'http://purl.org/dc/elements/1.1/',
  photoshop: 'http://ns.adobe.com/photoshop/1.0/',
  xmpRights: 'http://ns.adobe.com/xap/1.0/rights/',
};

/** A property of XMP, with its value as XML. */
export type XmpProperty = { prefix: keyof typeof NAMESPACES; name: string; xml: string };

export const rightsAsExif = ({ copyright, creator, title, description }: Rights): Record<string, string> => ({
  ...(copyright && { Copyright: plain(copyright) }),
  ...(creator && { Artist: plain(creator) }),
  ...((description || title) && { ImageDescription: plain(description || title) }),
});

/** The fields as XMP properties, which are the current form of IPTC metadata. */
export const rightsAsXmp = ({ copyright, creator, credit, title, description }: Rights): XmpProperty[] => {
  const properties: (XmpProperty & { given: string })[] = [
    { given: copyright, prefix: 'dc', name: 'rights', xml: inDefaultLanguage(copyright) },
    { given: copyright, prefix: 'xmpRights', name: 'Marked', xml: 'True' },
    {
      given: creator,
      prefix: 'dc',
      name: 'creator',
      xml: `<rdf:Seq><rdf:li>${escaped(creator)}</rdf:li></rdf:Seq>`,
    },
    { given: credit, prefix: 'photoshop', name: 'Credit', xml: escaped(credit) },
    { given: title, prefix: 'dc', name: 'title', xml: inDefaultLanguage(title) },
    { given: description, prefix: 'dc', name: 'description', xml: inDefaultLanguage(description) },
  ];
  return properties.filter(({ given }) => given);
};

const inDefaultLanguage = (text: string): string =>
  `<rdf:Alt><rdf:li xml:lang="x-default">${escaped(text)}</rdf:li></rdf:Alt>`;

/** Text without the characters that XML does not allow. EXIF is written without them as well. */
const plain = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\u0000-\u001f\u007f\ufffe\uffff]/g, ' ')
    .trim();

/** Text as content of an element or of an attribute in double quotes. */
export const escaped = (text: string): string =>
  plain(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
