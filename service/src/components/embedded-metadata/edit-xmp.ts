import { RDF, readXmp } from './read-xmp.ts';
import { escaped, NAMESPACES, type XmpProperty } from './rights.ts';

const TIFF = 'http://ns.adobe.com/tiff/1.0/';

/**
 * Sets properties of an XMP packet, replacing those with the same names, and removes the orientation, because the
 * pixels of a result are upright. The rest of the packet stays unchanged, character by character. Returns undefined
 * when the packet cannot be read.
 */
export const editXmp = (packet: string, set: readonly XmpProperty[]): string | undefined => {
  const outline = readXmp(packet);
  if (!outline) return undefined;
  const { properties, about, rdfEnd } = outline;
  const removed = new Set([`${TIFF}Orientation`, ...set.map(fullNameOf)]);
  const edits = properties
    .filter(({ fullName }) => removed.has(fullName))
    .map(({ start, end }) => ({ start, end, text: '' }));
  if (set.length > 0) {
    const added = descriptionOf(set, about);
    const text =
      rdfEnd.emptyElement === undefined
        ? added + packet.slice(rdfEnd.start, rdfEnd.end)
        : `>${added}</${rdfEnd.emptyElement}>`;
    edits.push({ start: rdfEnd.start, end: rdfEnd.end, text });
  }
  return withEdits(packet, edits);
};

const fullNameOf = ({ prefix, name }: XmpProperty): string => `${NAMESPACES[prefix]}${name}`;

const descriptionOf = (set: readonly XmpProperty[], about: string): string => {
  const namespaces = Object.entries({ rdf: RDF, ...NAMESPACES }).map(
    ([prefix, namespace]) => `xmlns:${prefix}="${namespace}"`,
  );
  const elements = set.map(({ prefix, name, xml }) => `<${prefix}:${name}>${xml}</${prefix}:${name}>`);
  return `<rdf:Description ${namespaces.join(' ')} rdf:about="${escaped(about)}">${elements.join('')}</rdf:Description>`;
};

type Edit = { start: number; end: number; text: string };

const withEdits = (packet: string, edits: readonly Edit[]): string => {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end, text } of edits.toSorted((one, other) => one.start - other.start)) {
    parts.push(packet.slice(at, start), text);
    at = end;
  }
  return parts.join('') + packet.slice(at);
};
