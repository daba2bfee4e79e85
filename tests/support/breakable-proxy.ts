import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { PassThrough, Transform } from 'node:stream';

interface Options {
  /** Per connection towards the site; default: unlimited. */
  bytesPerSecond?: number;
}

/** What Chromium says of a request whose connection was cut, by how far it had come. */
export const cutConnection =
  /net::ERR_(FAILED|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED|INCOMPLETE_CHUNKED_ENCODING|CONTENT_LENGTH_MISMATCH|CONNECTION_\w+)/;

/** Refuses connections until repaired. */
export async function openBreakableProxy(siteUrl: string, { bytesPerSecond }: Options = {}) {
  const { hostname, port: sitePort } = new URL(siteUrl);
  const ends = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(sitePort), hostname);
    near
      .pipe(bytesPerSecond ? throttle(bytesPerSecond) : new PassThrough())
      .pipe(far)
      .pipe(near);
    for (const [end, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(end);
      end.on('error', () => other.destroy());
      end.on('close', () => ends.delete(end) && other.destroy());
    }
  });
  const listen = async (port: number) => void (await once(server.listen(port, 'localhost'), 'listening'));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const cut = () => {
    server.close();
    for (const end of ends) end.destroy();
  };
  return { url: `http://localhost:${port}`, cut, mend: () => listen(port) };
}

const throttle = (bytesPerSecond: number) =>
  new Transform({
    transform: (chunk: Buffer, _encoding, done) =>
      void setTimeout(() => done(null, chunk), (1000 * chunk.length) / bytesPerSecond),
  });
