/** The descriptive fields that can be written to a file; empty ones are not written. */
export const WORDS = ['copyright', 'creator', 'credit', 'title', 'description'] as const;
export type Rights = Record<(typeof WORDS)[number], string>;

const NAMESPACES = {
  dc: 'http://purl.org/dc/elements/1.1/',
  photoshop: 'http://ns.adobe.com/photoshop/1.0/',
  xmpRights: 'http://ns.adobe.com/xap/1.0/rights/',
};
export const RIGHTS_PREFIXES = Object.entries(NAMESPACES)
  .map(([prefix, name]) => `xmlns:${prefix}="${name}"`)
  .join(' ');

export const rightsAsExif = ({ copyright, creator, title, description }: Rights): Record<string, string> => ({
  ...(copyright && { Copyright: plain(copyright) }),
  ...(creator && { Artist: plain(creator) }),
  ...((description || title) && { ImageDescription: plain(description || title) }),
});

/** The fields as XMP elements, which is the current form of IPTC metadata. */
export const rightsAsXmp = ({ copyright, creator, credit, title, description }: Rights): string => {
  const inLanguage = (tag: string, text: string) =>
    text && `<${tag}><rdf:Alt><rdf:li xml:lang="x-default">${escaped(text)}</rdf:li></rdf:Alt></${tag}>`;
  return [
    inLanguage('dc:rights', copyright),
    copyright && '<xmpRights:Marked>True</xmpRights:Marked>',
    creator && `<dc:creator><rdf:Seq><rdf:li>${escaped(creator)}</rdf:li></rdf:Seq></dc:creator>`,
    credit && `<photoshop:Credit>${escaped(credit)}</photoshop:Credit>`,
    inLanguage('dc:title', title),
    inLanguage('dc:description', description),
  ].join('');
};

/** The full names (namespace and local name) of the elements that `rightsAsXmp` writes. */
export const xmpNames = ({ copyright, creator, credit, title, description }: Rights): Set<string> =>
  new Set([
    ...(copyright ? [`${NAMESPACES.dc}rights`, `${NAMESPACES.xmpRights}Marked`] : []),
    ...(creator ? [`${NAMESPACES.dc}creator`] : []),
    ...(credit ? [`${NAMESPACES.photoshop}Credit`] : []),
    ...(title ? [`${NAMESPACES.dc}title`] : []),
    ...(description ? [`${NAMESPACES.dc}description`] : []),
  ]);

/** A new XMP packet with only these fields; an empty string when all fields are empty. */
export const xmpPacket = (rights: Rights): string => {
  const elements = rightsAsXmp(rights);
  return (
    elements &&
    [
      '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">',
      '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""',
      ` ${RIGHTS_PREFIXES}>${elements}</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`,
    ].join('')
  );
};

const plain = (text: string): string => text.replace(/[\u0000-\u001f\u007f]/g, ' ').trim();

const escaped = (text: string): string =>
  plain(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
