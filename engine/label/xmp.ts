/** IPTC "digital source type" in XMP. */

const VOCABULARY = 'http://cv.iptc.org/newscodes/digitalsourcetype/';
const IPTC_EXTENSION = 'http://iptc.org/std/Iptc4xmpExt/2008-02-29/';

export const COMPOSITE_SYNTHETIC = `${VOCABULARY}compositeSynthetic`;
/** Painted by a trained model. */
export const COMPOSITE_WITH_TRAINED_MEDIA = `${VOCABULARY}compositeWithTrainedAlgorithmicMedia`;

/** Either says that the file was changed by AI. */
export const isSyntheticType = (type: string | undefined): type is string =>
  type === COMPOSITE_SYNTHETIC || type === COMPOSITE_WITH_TRAINED_MEDIA;

export const VIDEO_TAG = 'DigitalSourceType';

/** @param ingredients source types of the original */
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

/** In order, without duplicates. XMP allows three spellings (attribute, element, rdf:resource) and any prefix. */
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
