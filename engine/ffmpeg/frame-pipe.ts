import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * Takes frames of equal length from a program: what it writes is read straight into a few buffers, which are used in turn.
 * A child's own stdout comes in chunks of 64 kB, each a new buffer, and the garbage of one second of a video is enough for
 * V8 to look through all of its heap; only a socket that was connected can be told where to read to. So this is one, whose
 * other end the child is given.
 */
export class FramePipe {
  private near!: Socket;
  private childs!: Socket;
  private turn = 0;
  private filled = 0;
  private whole: Uint8Array | undefined;
  private wake = () => {};

  private constructor(private readonly ring: readonly Uint8Array[]) {}

  /** @param ring buffers of a frame's length */
  static async open(ring: readonly Uint8Array[]): Promise<FramePipe> {
    const pipe = new FramePipe(ring);
    const onread = { buffer: () => pipe.rest(), callback: (bytes: number) => pipe.take(bytes) };
    [pipe.near, pipe.childs] = await connectedPair(onread);
    pipe.near.once('close', () => pipe.wake());
    return pipe;
  }

  /** What the child gets for its stdout. To be destroyed here once it has it, else its end is never noticed. */
  get far(): Socket {
    return this.childs;
  }

  /** The next frame, which holds until its buffer's turn comes again; undefined if the stream ends before it is whole. */
  async next(): Promise<Uint8Array | undefined> {
    if (!this.whole && !this.near.closed) {
      const woken = new Promise<void>((resolve) => (this.wake = resolve));
      this.near.resume();
      await woken;
    }
    const frame = this.whole;
    this.whole = undefined;
    return frame;
  }

  /** Lets both ends go. */
  close(): void {
    this.near.destroy();
    this.childs.destroy();
  }

  /** What is still to be filled of the buffer whose turn it is. */
  private rest(): Uint8Array {
    return this.ring[this.turn].subarray(this.filled);
  }

  /** @returns whether to go on reading */
  private take(bytes: number): boolean {
    this.filled += bytes;
    const buffer = this.ring[this.turn];
    if (this.filled < buffer.length) return true;
    this.whole = buffer;
    this.turn = (this.turn + 1) % this.ring.length;
    this.filled = 0;
    this.wake();
    return false;
  }
}

type OnRead = { buffer: () => Uint8Array; callback: (bytes: number) => boolean };

/** Two ends of one stream: the first is read by `onread`, the second is left alone. */
async function connectedPair(onread: OnRead): Promise<readonly [Socket, Socket]> {
  const folder = await mkdtemp(path.join(shortFolder(), 'faceswap-pipe-')); // nobody else may enter
  const address = process.platform === 'win32' ? `\\\\.\\pipe\\${path.basename(folder)}` : path.join(folder, 'socket');
  const server = createServer({ pauseOnConnect: true });
  try {
    return await pairOver(server, address, onread);
  } finally {
    server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Sockets have short names: 104 bytes on some systems, with what comes after the folder. */
const shortFolder = (): string => (Buffer.byteLength(tmpdir()) <= 72 ? tmpdir() : '/tmp');

function pairOver(server: Server, address: string, onread: OnRead): Promise<readonly [Socket, Socket]> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(address, () => {
      const near = connect({ path: address, onread });
      near.on('error', reject); // after that: whoever reads learns of the end, and ffmpeg tells why
      server.once('connection', (far) => {
        far.on('error', () => {});
        if (near.connecting) near.once('connect', () => resolve([near, far]));
        else resolve([near, far]);
      });
    });
  });
}
