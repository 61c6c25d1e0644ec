import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from 'saxes';

export const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';

/**
 * The RDF element is the root element, or a child of the root element `x:xmpmeta`. RDF deeper inside does not
 * describe this image.
 */
const RDF_DEPTH = 1;

/** Limits far above what any editor writes. */
const MOST_DEPTH = 64;
const MOST_NODES = 100_000;
const MOST_ATTRIBUTES_OF_AN_ELEMENT = 4000;

/** A part of the packet, from its first character to the one after its last. */
type Range = { start: number; end: number };

/** A property of the image, in either form that RDF has for it: an attribute, or an element with its content. */
type Property = Range & { fullName: string };

/** The positions of the parts of an XMP packet. */
type XmpOutline = {
  properties: Property[];
  /** The `rdf:about` of the packet. XMP requires the same one in every description. */
  about: string;
  /** The end tag of the RDF element, where properties can be added; for `<rdf:RDF/>`, only the characters `/>`. */
  rdfEnd: Range & { emptyElement: string | undefined };
};

/**
 * Finds the properties of an XMP packet. The packet is untrusted: returns undefined when it is not well-formed XML with
 * RDF in it, has a document type (and so could define entities), or exceeds the limits.
 */
export const readXmp = (packet: string): XmpOutline | undefined => {
  try {
    return outlineOf(packet);
  } catch {
    return undefined;
  }
};

type OpenElement = { fullName: string; start: number };

/** The start tag that is being read: where it starts, where its next attribute starts, and its attributes so far. */
type StartTag = { start: number; nextAttribute: number; attributes: Map<string, Range> };

const outlineOf = (packet: string): XmpOutline | undefined => {
  const parser = new SaxesParser({ xmlns: true });
  const open: OpenElement[] = [];
  const outline: Omit<XmpOutline, 'rdfEnd'> & Partial<XmpOutline> = { properties: [], about: '' };
  let nodes = 0;
  let startTag: StartTag = { start: 0, nextAttribute: 0, attributes: new Map() };

  const count = () => {
    nodes += 1;
    if (nodes > MOST_NODES) throw new Error('The packet has too many elements and attributes.');
  };
  parser.on('doctype', () => {
    throw new Error('The packet has a document type.');
  });
  parser.on('opentagstart', () => {
    count();
    if (open.length >= MOST_DEPTH) throw new Error('The elements of the packet are nested too deeply.');
    // The parser has just read the character after the name of the tag.
    const nextAttribute = parser.position - 1;
    startTag = { start: packet.lastIndexOf('<', nextAttribute), nextAttribute, attributes: new Map() };
  });
  parser.on('attribute', ({ name }) => {
    count();
    // The parser has just read the closing quote. The range starts with the white space before the name.
    startTag.attributes.set(name, { start: startTag.nextAttribute, end: parser.position });
    startTag.nextAttribute = parser.position;
    if (startTag.attributes.size > MOST_ATTRIBUTES_OF_AN_ELEMENT)
      throw new Error('An element has too many attributes.');
  });
  parser.on('opentag', (tag) => {
    if (isDescription(tag, open))
      for (const attribute of Object.values(tag.attributes)) {
        if (isAbout(attribute)) outline.about = attribute.value;
        const range = startTag.attributes.get(attribute.name)!;
        outline.properties.push({ fullName: fullNameOf(attribute), ...range });
      }
    open.push({ fullName: fullNameOf(tag), start: startTag.start });
  });
  parser.on('closetag', (tag) => {
    const end = parser.position;
    const { fullName, start } = open.pop()!;
    if (isInDescription(open)) outline.properties.push({ fullName, start, end });
    if (fullName === `${RDF}RDF` && open.length <= RDF_DEPTH)
      outline.rdfEnd ??= tag.isSelfClosing
        ? { start: end - '/>'.length, end, emptyElement: tag.name }
        : { start: packet.lastIndexOf('</', end), end, emptyElement: undefined };
  });
  parser.write(packet).close();
  const { rdfEnd } = outline;
  return rdfEnd && { ...outline, rdfEnd };
};

const fullNameOf = ({ uri, local }: { uri: string; local: string }): string => `${uri}${local}`;

const isDescription = (tag: SaxesTagNS, open: readonly OpenElement[]): boolean =>
  fullNameOf(tag) === `${RDF}Description` &&
  open.at(-1)?.fullName === `${RDF}RDF` &&
  open.length <= RDF_DEPTH + 1;

const isInDescription = (open: readonly OpenElement[]): boolean =>
  open.at(-1)?.fullName === `${RDF}Description` &&
  open.at(-2)?.fullName === `${RDF}RDF` &&
  open.length <= RDF_DEPTH + 2;

/** Adobe programs of around 2000 wrote `about` without a prefix. */
const isAbout = ({ uri, local }: SaxesAttributeNS): boolean =>
  local === 'about' && (uri === RDF || uri === '');
