/** The machine-readable mark: IPTC's "digital source type" in an XMP packet. */

const VOCABULARY = 'http://cv.iptc.org/newscodes/digitalsourcetype/';
const IPTC_EXTENSION = 'http://iptc.org/std/Iptc4xmpExt/2008-02-29/';

/** A composite with elements made by software (IPTC NewsCodes): what a face swap is. */
export const COMPOSITE_SYNTHETIC = `${VOCABULARY}compositeSynthetic`;
/** Name of the metadata tag under which a video states its source type. */
export const VIDEO_TAG = 'DigitalSourceType';

/**
 * An XMP packet that says what the picture is, and what the picture it was made from said of itself.
 * @param ingredients source types found in the upload
 */
export function writeXmp(sourceType: string, ingredients: readonly string[] = []): string {
  const listed = ingredients.map(
    (type) =>
      `<rdf:li rdf:parseType="Resource"><Iptc4xmpExt:DigitalSourceType>${escape(type)}</Iptc4xmpExt:DigitalSourceType></rdf:li>`,
  );
  const bag = listed.length ? `<xmpMM:Ingredients><rdf:Bag>${listed.join('')}</rdf:Bag></xmpMM:Ingredients>` : '';
  return [
    '<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/">',
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    `<rdf:Description rdf:about="" xmlns:Iptc4xmpExt="${IPTC_EXTENSION}" xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/">`,
    `<Iptc4xmpExt:DigitalSourceType>${escape(sourceType)}</Iptc4xmpExt:DigitalSourceType>`,
    bag,
    '</rdf:Description>',
    '</rdf:RDF>',
    '</x:xmpmeta>',
    '<?xpacket end="w"?>',
  ].join('');
}

/**
 * Every digital source type in a packet, in order and once each. XMP allows three spellings of a property (attribute,
 * element, element with rdf:resource) and any prefix for its namespace.
 */
export function readSourceTypes(xmp: string): string[] {
  const types = prefixesOf(xmp).flatMap((prefix) => {
    const property = `${prefix}:DigitalSourceType`;
    const spellings = new RegExp(
      `${property}\\s*=\\s*["']([^"']+)["']|<${property}[^>]*rdf:resource\\s*=\\s*["']([^"']+)["']|<${property}[^>]*>([^<]+)<`,
      'g',
    );
    return [...xmp.matchAll(spellings)].map(([, attribute, resource, text]) => unescape(attribute ?? resource ?? text));
  });
  return [...new Set(types.map((type) => type.trim()))];
}

function prefixesOf(xmp: string): string[] {
  const declarations = xmp.matchAll(/xmlns:([\w.-]+)\s*=\s*["']([^"']+)["']/g);
  const prefixes = [...declarations]
    .filter(([, , namespace]) => namespace === IPTC_EXTENSION)
    .map(([, prefix]) => prefix);
  return [...new Set(prefixes)];
}

const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character as keyof typeof entities]);
}

function unescape(text: string): string {
  return Object.entries(entities)
    .reverse()
    .reduce((plain, [character, entity]) => plain.replaceAll(entity, character), text);
}
