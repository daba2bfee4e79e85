import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * A child's stdout arrives in new 64 kB buffers, and one second of video makes V8 collect its whole heap. Only
 * connected sockets read into given buffers (`onread`).
 */
export class FramePipe {
  private ownSocket!: Socket;
  private childSocket!: Socket;
  private current = 0;
  private filled = 0;
  private completed: Uint8Array | undefined;
  private wake = () => {};

  private constructor(private readonly ring: readonly Uint8Array[]) {}

  /** @param ring one buffer per frame */
  static async open(ring: readonly Uint8Array[]): Promise<FramePipe> {
    const pipe = new FramePipe(ring);
    const onread = { buffer: () => pipe.unfilled(), callback: (bytes: number) => pipe.onBytes(bytes) };
    [pipe.ownSocket, pipe.childSocket] = await connectedPair(onread);
    pipe.ownSocket.once('close', () => pipe.wake());
    return pipe;
  }

  /** Destroy it once the child has it; otherwise the stream never ends. */
  get childEnd(): Socket {
    return this.childSocket;
  }

  /** Valid until its buffer is reused; undefined if the stream ends early. */
  async next(): Promise<Uint8Array | undefined> {
    if (!this.completed && !this.ownSocket.closed) {
      const woken = new Promise<void>((resolve) => (this.wake = resolve));
      this.ownSocket.resume();
      await woken;
    }
    const frame = this.completed;
    this.completed = undefined;
    return frame;
  }

  close(): void {
    this.ownSocket.destroy();
    this.childSocket.destroy();
  }

  private unfilled(): Uint8Array {
    return this.ring[this.current].subarray(this.filled);
  }

  /** @returns whether to continue reading */
  private onBytes(bytes: number): boolean {
    this.filled += bytes;
    const buffer = this.ring[this.current];
    if (this.filled < buffer.length) return true;
    this.completed = buffer;
    this.current = (this.current + 1) % this.ring.length;
    this.filled = 0;
    this.wake();
    return false;
  }
}

type OnRead = { buffer: () => Uint8Array; callback: (bytes: number) => boolean };

async function connectedPair(onread: OnRead): Promise<readonly [Socket, Socket]> {
  const folder = await mkdtemp(path.join(shortFolder(), 'faceswap-pipe-')); // mode 0700
  const address = process.platform === 'win32' ? `\\\\.\\pipe\\${path.basename(folder)}` : path.join(folder, 'socket');
  const server = createServer({ pauseOnConnect: true });
  try {
    return await pairOver(server, address, onread);
  } finally {
    server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Socket paths are limited to 104 bytes on some systems. */
const shortFolder = (): string => (Buffer.byteLength(tmpdir()) <= 72 ? tmpdir() : '/tmp');

function pairOver(server: Server, address: string, onread: OnRead): Promise<readonly [Socket, Socket]> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(address, () => {
      const near = connect({ path: address, onread });
      near.on('error', reject); // ffmpeg's exit gives the reason of later errors
      server.once('connection', (far) => {
        far.on('error', () => {});
        if (near.connecting) near.once('connect', () => resolve([near, far]));
        else resolve([near, far]);
      });
    });
  });
}
