import type { MessagePort } from 'node:worker_threads';
import { EngineError } from '#engine/errors';
import type { NetOutput, NetRunner, NetTensor } from '#engine/neural/net-runner';
import type { PlacedTensor, RunReply, RunRequest } from './messages';

interface PendingRun {
  readonly done: () => void;
  readonly fail: (error: Error) => void;
}

/** Buffers kept for the next run: more are in use only while several faces wait. */
const MAX_IDLE = 4;

/** Runs nets in the host thread; tensors travel in shared memory. */
export class NetClient implements NetRunner {
  private readonly pending = new Map<number, PendingRun>();
  private readonly idle: SharedArrayBuffer[] = [];
  private nextId = 0;
  private lost = false;

  constructor(private readonly port: MessagePort) {
    port.on('message', ({ id, error }: RunReply) => {
      const run = this.pending.get(id);
      this.pending.delete(id);
      if (this.pending.size === 0) port.unref();
      if (error) run?.fail(new EngineError(error.code, error.message));
      else run?.done();
    });
    port.on('close', () => this.end());
    port.unref();
  }

  get isLost(): boolean {
    return this.lost;
  }

  async run(net: string, inputs: Readonly<Record<string, NetTensor>>, output: NetOutput): Promise<Float32Array> {
    const tensors = Object.values(inputs);
    const inputBytes = tensors.reduce((sum, { data }) => sum + aligned(data.byteLength), 0);
    const memory = this.takeMemory(inputBytes + 4 * output.length);
    const placed = placeTensors(memory, inputs);
    await this.request({ net, memory, inputs: placed, output: { ...output, at: inputBytes } });
    const answer = new Float32Array(memory, inputBytes, output.length).slice();
    if (this.idle.length < MAX_IDLE) this.idle.push(memory);
    return answer;
  }

  /** Answers that are under way are dropped. */
  close(): void {
    this.end();
    this.port.close();
  }

  private request(message: Omit<RunRequest, 'id'>): Promise<void> {
    if (this.lost) return Promise.reject(hostLost());
    return new Promise((done, fail) => {
      this.port.ref();
      this.pending.set(this.nextId, { done, fail });
      this.port.postMessage({ ...message, id: this.nextId++ } satisfies RunRequest);
    });
  }

  private takeMemory(bytes: number): SharedArrayBuffer {
    const fitting = this.idle.findIndex(({ byteLength }) => byteLength >= bytes && byteLength <= 2 * bytes);
    return fitting < 0 ? new SharedArrayBuffer(aligned(bytes)) : this.idle.splice(fitting, 1)[0];
  }

  private end(): void {
    this.lost = true;
    for (const { fail } of this.pending.values()) fail(hostLost());
    this.pending.clear();
  }
}

/** Doubles need multiples of 8. */
const aligned = (bytes: number): number => 8 * Math.ceil(bytes / 8);

function placeTensors(memory: SharedArrayBuffer, inputs: Readonly<Record<string, NetTensor>>): PlacedTensor[] {
  let at = 0;
  return Object.entries(inputs).map(([name, { data, dims, optional = false }]) => {
    const isDouble = data instanceof Float64Array;
    const place = { name, type: isDouble ? 'float64' : 'float32', at, length: data.length, dims, optional } as const;
    if (isDouble) new Float64Array(memory, at, data.length).set(data);
    else new Float32Array(memory, at, data.length).set(data);
    at += aligned(data.byteLength);
    return place;
  });
}

const hostLost = () =>
  new EngineError('device_lost', 'The thread that runs neural nets ended unexpectedly. Repeat the work.');
