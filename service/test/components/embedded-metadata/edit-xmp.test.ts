import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { editXmp } from '../../../src/components/embedded-metadata/edit-xmp.ts';
import { type Rights, rightsAsXmp } from '../../../src/components/embedded-metadata/rights.ts';

const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const DC = 'http://purl.org/dc/elements/1.1/';
const TIFF = 'http://ns.adobe.com/tiff/1.0/';
const ALL_RIGHTS: Rights = {
  copyright: 'New rights',
  creator: 'New creator',
  credit: 'New credit',
  title: 'New title',
  description: 'New description',
};

const withRights = (packet: string, rights: Partial<Rights> = ALL_RIGHTS) =>
  editXmp(
    packet,
    rightsAsXmp({ copyright: '', creator: '', credit: '', title: '', description: '', ...rights }),
  );

/** The packet without the block of new properties that the edit has added. */
const withoutAdded = (packet: string | undefined): string => {
  assert.ok(packet);
  const start = packet.lastIndexOf('<rdf:Description xmlns:rdf=');
  const end = packet.indexOf('</rdf:Description>', start) + '</rdf:Description>'.length;
  assert.match(packet.slice(start, end), /New rights.*New creator.*New credit.*New title.*New description/);
  return packet.slice(0, start) + packet.slice(end);
};

/** A packet before and after an edit, written as one text: the edit must remove what stands between ‹ and ›. */
const sample = (marked: string) => ({
  packet: marked.replaceAll(/[\u2039\u203a]/g, ''),
  expected: marked.replaceAll(/\u2039[^\u203a]*\u203a/g, ''),
});

/** A description with all values as attributes, in the manner of Photoshop and Lightroom. */
const LIGHTROOM = sample(`<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="Adobe XMP Core 7.0-c000 1.000000, 0000/00/00-00:00:00        ">
 <rdf:RDF xmlns:rdf="${RDF}">
  <rdf:Description rdf:about=""
    xmlns:tiff="${TIFF}"
    xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
    xmlns:dc="${DC}"
    xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/"
    xmlns:crs="http://ns.adobe.com/camera-raw-settings/1.0/"
    xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/"
    xmlns:stEvt="http://ns.adobe.com/xap/1.0/sType/ResourceEvent#"‹
   tiff:Orientation="8"›
   tiff:Make="Lumen"‹
   photoshop:Credit="Old &amp; older"›
   photoshop:City="Turku"‹
   xmpRights:Marked="False"›
   crs:Exposure2012="+0.35">
   ‹<dc:rights>
    <rdf:Alt>
     <rdf:li xml:lang="x-default">Old rights</rdf:li>
     <rdf:li xml:lang="de-DE">Alte Rechte</rdf:li>
    </rdf:Alt>
   </dc:rights>›
   ‹<dc:creator>
    <rdf:Seq>
     <rdf:li>Old creator</rdf:li>
    </rdf:Seq>
   </dc:creator>›
   <dc:subject>
    <rdf:Bag>
     <rdf:li>mug</rdf:li>
    </rdf:Bag>
   </dc:subject>
   <xmpMM:History>
    <rdf:Seq>
     <rdf:li stEvt:action="saved" stEvt:changed="/metadata"/>
    </rdf:Seq>
   </xmpMM:History>
  </rdf:Description>
 </rdf:RDF>
</x:xmpmeta>
${' '.repeat(100)}
<?xpacket end="w"?>`);

/** A block for each namespace, single quotes, every value as an element, in the manner of exiftool. */
const EXIFTOOL = sample(`<?xpacket begin='\ufeff' id='W5M0MpCehiHzreSzNTczkc9d'?>
<x:xmpmeta xmlns:x='adobe:ns:meta/' x:xmptk='Image::ExifTool 13.00'>
<rdf:RDF xmlns:rdf='${RDF}'>

 <rdf:Description rdf:about=''
  xmlns:dc='${DC}'>
  ‹<dc:title>
   <rdf:Alt>
    <rdf:li xml:lang='x-default'>Old title</rdf:li>
   </rdf:Alt>
  </dc:title>›
  <dc:format>image/jpeg</dc:format>
 </rdf:Description>

 <rdf:Description rdf:about=''
  xmlns:photoshop='http://ns.adobe.com/photoshop/1.0/'>
  ‹<photoshop:Credit>Old credit</photoshop:Credit>›
 </rdf:Description>

 <rdf:Description rdf:about=''
  xmlns:tiff='${TIFF}'>
  ‹<tiff:Orientation>6</tiff:Orientation>›
 </rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end='w'?>`);

/** Two descriptions without content, one with elements, and no wrapper, in the manner of Capture One. */
const CAPTURE_ONE = sample(`<rdf:RDF xmlns:rdf="${RDF}">
<rdf:Description rdf:about="" xmlns:tiff="${TIFF}"‹ tiff:Orientation="3"›/>
<rdf:Description rdf:about="" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"‹ photoshop:Credit='Old "credit"'› photoshop:Country="FI" />
<rdf:Description rdf:about="" xmlns:dc="${DC}">‹<dc:description><rdf:Alt><rdf:li xml:lang="x-default">Old</rdf:li></rdf:Alt></dc:description>›</rdf:Description>
</rdf:RDF>`);

/** Names without prefixes or with unusual ones: only the namespaces count. */
const OTHER_PREFIXES = sample(`<meta xmlns="adobe:ns:meta/"><RDF xmlns="${RDF}" xmlns:r="${RDF}">
<Description r:about=""‹ dc:Orientation="6"› photoshop:rights="kept" xmlns:dc="${TIFF}" xmlns:photoshop="urn:other">
‹<rights xmlns="${DC}"><r:Bag/></rights>›‹<a:title xmlns:a="${DC}">Old</a:title>›
<dc:rights>kept</dc:rights></Description></RDF></meta>`);

describe('editing XMP', () => {
  for (const [name, { packet, expected }] of Object.entries({
    LIGHTROOM,
    EXIFTOOL,
    CAPTURE_ONE,
    OTHER_PREFIXES,
  }))
    it(`replaces properties of both forms and changes nothing else (${name})`, () => {
      assert.notEqual(packet, expected);
      assert.equal(withoutAdded(withRights(packet)), expected);
    });

  it('removes the orientation, whatever its prefix, and leaves a packet without one as it was', () => {
    const rdf = (inside: string) => `<r:RDF xmlns:r="${RDF}" xmlns:t="${TIFF}">${inside}</r:RDF>`;
    assert.equal(editXmp(rdf('<r:Description t:Orientation="6"/>'), []), rdf('<r:Description/>'));
    assert.equal(
      editXmp(rdf('<r:Description><t:Orientation> 6 </t:Orientation></r:Description>'), []),
      rdf('<r:Description></r:Description>'),
    );
    const upright = rdf("<r:Description\n  r:about = 'a&quot;b' t:Make='x'/>\r\n<!-- tiff -->");
    assert.equal(editXmp(upright, []), upright);
  });

  it('leaves text that only looks like a property', () => {
    const lookAlikes = [
      `<!-- <dc:rights>Old</dc:rights> tiff:Orientation="6" -->`,
      `<dc:subject><![CDATA[</rdf:Description></rdf:RDF><dc:rights>Old</dc:rights><tiff:Orientation>6</tiff:Orientation>]]></dc:subject>`,
      `<dc:source note="> tiff:Orientation='6' dc:rights=">tiff:Orientation="6"</dc:source>`,
      `<?note <dc:rights> tiff:Orientation="6" ?>`,
      // The orientation of the image that this one was made from.
      `<dc:relation><rdf:Bag><rdf:li rdf:parseType="Resource"><tiff:Orientation>6</tiff:Orientation></rdf:li></rdf:Bag></dc:relation>`,
      `<dc:relation><rdf:Description tiff:Orientation="6" dc:rights="theirs"/></dc:relation>`,
      `<dc:relation><rdf:RDF><rdf:Description tiff:Orientation="6"/></rdf:RDF></dc:relation>`,
    ];
    for (const inside of lookAlikes) {
      const packet = `<rdf:RDF xmlns:rdf="${RDF}" xmlns:dc="${DC}" xmlns:tiff="${TIFF}"><rdf:Description>${inside}</rdf:Description></rdf:RDF>`;
      assert.equal(withoutAdded(withRights(packet)), packet);
    }
  });

  it('adds properties to a packet without any', () => {
    const edited = withRights(`<r:RDF xmlns:r="${RDF}"/>`);
    assert.match(
      edited!,
      new RegExp(`^<r:RDF xmlns:r="${RDF}"><rdf:Description .*</rdf:Description></r:RDF>$`),
    );
    assert.ok(withRights(edited!, { title: 'Second title' })?.includes('Second title'));
    assert.ok(!withRights(edited!, { title: 'Second title' })?.includes('New title'));
  });

  it('uses the rdf:about of the packet, also in the old form without a prefix', () => {
    for (const about of ['rdf:about', 'about']) {
      const edited = withRights(
        `<rdf:RDF xmlns:rdf="${RDF}"><rdf:Description ${about}='uuid:7 &lt;"&amp;'/></rdf:RDF>`,
      );
      assert.ok(edited?.includes('rdf:about="uuid:7 &lt;&quot;&amp;">'), edited);
    }
  });

  it('escapes text, and drops characters that XML does not allow', () => {
    const title = `</rdf:li>&amp; ]]> "\u0000\u0008\ufffe\ud800 \u{1f4f7}`;
    const edited = withRights(`<r:RDF xmlns:r="${RDF}"/>`, { title });
    assert.ok(
      edited?.includes('>&lt;/rdf:li&gt;&amp;amp; ]]&gt; &quot;   \ufffd \u{1f4f7}</rdf:li>'),
      edited,
    );
    assert.ok(withRights(edited!), 'the result is well-formed');
  });

  const description = (inside: string, attributes = '') =>
    `<rdf:RDF xmlns:rdf="${RDF}" xmlns:dc="${DC}"><rdf:Description${attributes}>${inside}</rdf:Description></rdf:RDF>`;
  const attributes = (count: number) => Array.from({ length: count }, (_, at) => ` a${at}=""`).join('');
  const REFUSED = {
    'no XML': 'words',
    nothing: '',
    'no RDF': '<x:xmpmeta xmlns:x="adobe:ns:meta/"/>',
    'RDF of another namespace': '<rdf:RDF xmlns:rdf="urn:other"/>',
    'a missing end tag': description('<dc:title>'),
    'tags that cross': description('<dc:title><dc:rights></dc:title></dc:rights>'),
    'text after the end': `${description('')}words`,
    'two roots': description('') + description(''),
    'a prefix without a namespace': description('<p:a/>'),
    'an attribute twice': description('', ' dc:rights="1" dc:rights="2"'),
    'an attribute twice by another prefix': description('', ` dc:rights="1" d:rights="2" xmlns:d="${DC}"`),
    'an attribute without quotes': description('', ' dc:rights=1'),
    'an unknown entity': description('&secret;'),
    'a bare ampersand': description('Nord & Co'),
    'a control character': description('\u0001'),
    'a document type': `<!DOCTYPE a>${description('')}`,
    'entities that grow (billion laughs)': `<!DOCTYPE a [<!ENTITY b "bbbbbbbb"><!ENTITY c "&b;&b;&b;&b;">]>${description('&c;')}`,
    'a file as an entity': `<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>${description('&b;')}`,
    'a comment without an end': description('<!-- '.repeat(50_000)),
    'an attribute without an end': `<x ${' '.repeat(500_000)}`,
    'elements nested too deeply': description('<dc:a>'.repeat(80) + '</dc:a>'.repeat(80)),
    'too many elements': description('<dc:a/>'.repeat(100_001)),
    'too many attributes of an element': description('', attributes(4001)),
    'too many attributes in total': description(`<dc:a${attributes(2000)}/>`.repeat(51)),
  };
  for (const [name, packet] of Object.entries(REFUSED))
    it(`refuses ${name}, also when nothing is to be set`, () => {
      assert.equal(withRights(packet), undefined);
      assert.equal(editXmp(packet, []), undefined);
    });
  it('reads a packet just below the limits', () => {
    assert.ok(withRights(description('<dc:a>'.repeat(60) + '</dc:a>'.repeat(60))));
    assert.ok(withRights(description('<dc:a/>'.repeat(99_000))));
    assert.ok(withRights(description('', attributes(3900))));
  });
});
