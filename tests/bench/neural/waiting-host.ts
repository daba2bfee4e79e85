import { parentPort, type MessagePort } from 'node:worker_threads';
import type { HostCommand, RunReply, RunRequest } from '#engine/neural/host/messages';

/** Stands for the host thread of a graphics card: its nets block the thread and leave the processor alone. */

const milliseconds = Number(process.env.NET_MS);
const never = new Int32Array(new SharedArrayBuffer(4));

parentPort!.on('message', (command: HostCommand) => {
  if (command.kind === 'connect') serve(command.port);
});

function serve(port: MessagePort): void {
  port.on('message', ({ id, memory, inputs: [{ at, length }], output }: RunRequest) => {
    const input = new Float32Array(memory, at, length).slice();
    Atomics.wait(never, 0, 0, milliseconds);
    new Float32Array(memory, output.at, output.length).set(input);
    port.postMessage({ id } satisfies RunReply);
  });
}
