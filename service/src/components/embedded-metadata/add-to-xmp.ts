const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';

/** A comment, a processing instruction, a CDATA section, a tag, or text. */
const TOKEN =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[[\s\S]*?\]\]>|<(?<ends>\/?)(?<name>[^\s/<>!?"'=]+)(?<attributes>(?:\s+[^\s/<>"'=]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(?<empty>\/?)>|[^<]+/gy;
const ATTRIBUTE = /\s+(?<name>[^\s/<>"'=]+)\s*=\s*(?:"(?<double>[^"<]*)"|'(?<single>[^'<]*)')/g;

/** Limits far above what any editor writes. */
const MOST_DEPTH = 64;
const MOST_PREFIXES = 256;

type Prefixes = Readonly<Record<string, string>>;
type Attribute = { name: string; value: string; start: number; end: number };

/**
 * Adds properties to an XMP packet and removes its own properties of the same full names. The rest of the packet stays
 * unchanged, character by character. The packet is untrusted: returns undefined when it is not XML with an RDF
 * description.
 */
export const addToXmp = (
  packet: string,
  { elements, prefixes, replaced }: { elements: string; prefixes: string; replaced: ReadonlySet<string> },
): string | undefined => {
  const open: { name: string; fullName: string; prefixes: Prefixes }[] = [];
  const kept: string[] = [];
  let about = 'about=""';
  let added = false;
  /** The depth of the element that is being removed with its content; undefined when none is. */
  let leftOut: number | undefined;
  let at = 0;
  while (at < packet.length) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(packet);
    if (!token) return undefined;
    const text = token[0];
    at += text.length;
    const { ends, name, attributes = '', empty } = token.groups ?? {};
    if (name === undefined) {
      if (leftOut === undefined) kept.push(text);
    } else if (ends) {
      const element = open.pop();
      if (element?.name !== name) return undefined;
      if (leftOut === undefined) {
        if (element.fullName === `${RDF}RDF` && !added) {
          added = true;
          kept.push(
            `<rdf:Description xmlns:rdf="${RDF}" rdf:${about} ${prefixes}>${elements}</rdf:Description>`,
          );
        }
        kept.push(text);
      } else if (leftOut === open.length) leftOut = undefined;
    } else {
      const given = attributesOf(attributes);
      const known = withPrefixes(open.at(-1)?.prefixes ?? {}, given);
      if (open.length > MOST_DEPTH || Object.keys(known).length > MOST_PREFIXES) return undefined;
      const fullName = fullNameOf(name, known);
      const inDescription =
        open.at(-1)?.fullName === `${RDF}Description` && open.at(-2)?.fullName === `${RDF}RDF`;
      const isDescription = fullName === `${RDF}Description` && open.at(-1)?.fullName === `${RDF}RDF`;
      const goes = leftOut === undefined && inDescription && replaced.has(fullName);
      if (goes && !empty) leftOut = open.length;
      else if (leftOut === undefined && !goes) {
        const dropped = isDescription ? given.filter((one) => replaced.has(fullNameOf(one.name, known))) : [];
        const own = isDescription && given.find((one) => fullNameOf(one.name, known) === `${RDF}about`);
        if (own) about = `about="${own.value.replaceAll('"', '&quot;')}"`;
        kept.push(`<${name}${without(attributes, dropped)}${empty ? '/' : ''}>`);
      }
      if (!empty) open.push({ name, fullName, prefixes: known });
    }
  }
  return added && open.length === 0 ? kept.join('') : undefined;
};

const attributesOf = (text: string): Attribute[] =>
  [...text.matchAll(ATTRIBUTE)].map(({ 0: whole, index, groups }) => ({
    name: groups!['name']!,
    value: groups!['double'] ?? groups!['single'] ?? '',
    start: index,
    end: index + whole.length,
  }));

const withPrefixes = (known: Prefixes, attributes: readonly Attribute[]): Prefixes => {
  const declared = attributes.filter(({ name }) => name.startsWith('xmlns:'));
  if (declared.length === 0) return known;
  return {
    ...known,
    ...Object.fromEntries(declared.map(({ name, value }) => [name.slice('xmlns:'.length), value])),
  };
};

const fullNameOf = (name: string, prefixes: Prefixes): string => {
  const [prefix = '', local] = name.split(':');
  return local === undefined
    ? name
    : `${Object.hasOwn(prefixes, prefix) ? prefixes[prefix] : prefix}${local}`;
};

const without = (attributes: string, dropped: readonly Attribute[]): string =>
  dropped.reduceRight((left, { start, end }) => left.slice(0, start) + left.slice(end), attributes);
