import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Closes a connection that the client wants closed only when the request has been received, or given up by
 * `@hono/node-server`. Node closes it as soon as the answer is written: bytes that are still unread make that a reset,
 * which can reach the client before the answer.
 */
export function answerBeforeEnd(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const hasBody =
    incoming.headers['content-length'] !== undefined || incoming.headers['transfer-encoding'] !== undefined;
  if (outgoing.shouldKeepAlive || !hasBody) return;
  outgoing.shouldKeepAlive = true;
  const close = () => incoming.socket.destroySoon();
  outgoing.once('finish', () => (incoming.complete ? close() : incoming.once('end', close)));
}
