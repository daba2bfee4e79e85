import { Transform } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';

const ahead = '<link rel="modulepreload"';

/** Has a page's scripts fetched after what draws it, its style, font and pictures: it is whole without them. */
export function scriptsLast(): Transform {
  const decoder = new StringDecoder('utf8');
  let held = '';
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const text = (held + decoder.write(chunk)).replaceAll(ahead, `${ahead} fetchpriority="low"`);
      // What may be the beginning of one waits for its rest.
      const last = text.lastIndexOf('<');
      const end = last >= 0 && ahead.startsWith(text.slice(last)) ? last : text.length;
      held = text.slice(end);
      done(null, text.slice(0, end));
    },
    flush(done) {
      done(null, held + decoder.end());
    },
  });
}
