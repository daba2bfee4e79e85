import { once } from 'node:events';
import { MessageChannel, type MessagePort, type Worker } from 'node:worker_threads';
import { EngineError } from '#engine/errors';
import { startThread } from '#engine/threads/start-thread';
import type { HostCommand, HostSettings } from './messages';
import { NetClient } from './net-client';

/** A device that ends its thread more often is parked. */
const MAX_FAILURES = 3;
const FAILURE_WINDOW_MS = 10 * 60_000;

/** Starts the host thread when it is needed, and again after it ended. */
export class NeuralHost {
  private worker: Worker | undefined;
  private client: NetClient | undefined;
  private failures: number[] = [];

  constructor(private readonly settings: HostSettings) {}

  /** Unless the worker runs, starts it. The port can be sent to another thread. @throws EngineError `device_lost` */
  connect(): MessagePort {
    const worker = this.running();
    const { port1, port2 } = new MessageChannel();
    worker.postMessage({ kind: 'connect', port: port1 } satisfies HostCommand, [port1]);
    return port2;
  }

  /** For this thread. */
  nets(): NetClient {
    if (!this.client || this.client.isLost) this.client = new NetClient(this.connect());
    return this.client;
  }

  /** Share of its time that the thread has worked since it started, 0–1. */
  utilisation(): number {
    return this.worker?.performance.eventLoopUtilization().utilization ?? 0;
  }

  /** Waits for the current run: ONNX Runtime aborts the process if its thread is terminated meanwhile. */
  async close(): Promise<void> {
    this.client?.close();
    const worker = this.worker;
    this.worker = undefined;
    if (!worker) return;
    worker.ref();
    const ended = once(worker, 'exit');
    worker.postMessage({ kind: 'end' } satisfies HostCommand);
    await ended;
  }

  private running(): Worker {
    if (this.worker) return this.worker;
    this.failures = this.failures.filter((at) => performance.now() - at < FAILURE_WINDOW_MS);
    if (this.failures.length >= MAX_FAILURES) {
      throw new EngineError(
        'device_lost',
        `The thread that runs neural nets ended ${MAX_FAILURES} times within ten minutes; it is not started again for now. Check the device, then restart.`,
      );
    }
    const worker = startThread('neural/host/host-thread');
    worker.on('error', () => {}); // 'exit' follows; waiting runs fail when their ports close
    worker.on('exit', () => {
      if (this.worker !== worker) return;
      this.worker = undefined;
      this.client?.close(); // the 'close' of its port may come later
      this.failures.push(performance.now());
    });
    worker.unref();
    worker.postMessage({ kind: 'configure', settings: this.settings } satisfies HostCommand);
    this.worker = worker;
    return worker;
  }
}
