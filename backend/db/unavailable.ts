/** By pg: no answer within `query_timeout`. */
export const silentServer = 'Query read timeout';

/** By us, without asking it. */
export const notAsked = 'The database was not asked, since it does not answer';

/** By pg: no connection within `acquireMs`, since all are in use or since the server does not answer. */
const noConnection = ['timeout exceeded when trying to connect', 'Connection terminated due to connection timeout'];

const messages = [
  silentServer,
  notAsked,
  ...noConnection,
  'Connection terminated',
  'Client has encountered a connection error',
  'Client was closed',
];

/**
 * SQLSTATE: 08 connection, 53 resources, 57 operator intervention, 25P03 idle timeout, 40001 and 40P01 conflicts, 55P03
 * lock timeout.
 */
const sqlStates = /^(08...|53...|57...|25P03|40001|40P01|55P03)$/;

/** Of an open connection: the server crashed, or the network in between did. */
const brokenConnection = ['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'];

/** Unreachable, overloaded or shutting down; retryable. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = '', syscall, cause, message } = error as NodeJS.ErrnoException & { cause?: unknown };
  if (sqlStates.test(code) || syscall === 'connect' || syscall === 'getaddrinfo') return true;
  if ((syscall === 'read' || syscall === 'write') && brokenConnection.includes(code)) return true;
  if (messages.some((sentence) => message.startsWith(sentence))) return true;
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable);
  return cause !== undefined && isDatabaseUnavailable(cause);
}

/** No answer in time, not even a refusal. Of a pool that is otherwise idle. */
export function isSilence(error: unknown): boolean {
  return error instanceof Error && [silentServer, ...noConnection].includes(error.message);
}
