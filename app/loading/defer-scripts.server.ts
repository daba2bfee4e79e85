import { Transform } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';

/** What has a browser fetch scripts as soon as it reads of them, and what `bringScripts` makes it again. */
const waiting = {
  '<link rel="modulepreload"': '<link data-rel="modulepreload"',
  ' type="module" async="">': ' type="text/plain" data-type="module">',
};
const begins = Object.keys(waiting);

/**
 * Has a page's scripts wait until it has been seen: what draws it, its style, font and pictures, need not share a slow
 * network with them, and it is whole without them.
 */
export function scriptsWait(): Transform {
  const decoder = new StringDecoder('utf8');
  let held = '';
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const text = begins.reduce(
        (page, begin) => page.replaceAll(begin, waiting[begin as keyof typeof waiting]),
        held + decoder.write(chunk),
      );
      const end = text.length - beginLength(text);
      held = text.slice(end);
      done(null, text.slice(0, end));
    },
    flush(done) {
      done(null, held + decoder.end());
    },
  });
}

/** How much of a text's end may be the beginning of something that has to wait, and waits for its rest. */
function beginLength(text: string): number {
  const longest = Math.max(...begins.map((begin) => begin.length)) - 1;
  for (let length = Math.min(longest, text.length); length > 0; length--)
    if (begins.some((begin) => begin.startsWith(text.slice(-length)))) return length;
  return 0;
}
