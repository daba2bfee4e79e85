import { type DestinationStream, pino } from 'pino';

/** Lines that wait for space. */
const maxWaitingBytes = 65_536;

/**
 * Standard output. While it takes no lines, as on a full disk, they are lost. With pino's default, a failed write ends
 * the process, and its exit waits until the lines are written.
 */
export function logOutput(): DestinationStream {
  const output = pino.destination({ sync: true, maxLength: maxWaitingBytes });
  output.on('error', () => {});
  return output;
}
