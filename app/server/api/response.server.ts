import { calls, type CallName, type Output } from '#contract/calls';
import { failureEnvelope, successEnvelope } from '#contract/envelope';
import { errors } from '#contract/errors';

import { ApiError, ContractError } from '~/server/errors';
import { parseJson } from './parse-json.server';

/**
 * @throws ApiError for error responses
 * @throws ContractError for a success that breaks the contract
 */
export function parseResponse<N extends CallName>(name: N, status: number, text: string): Output<N> {
  const body = parseJson(text);
  const failure = failureEnvelope.safeParse(body);
  if (failure.success) {
    const { code, message, error, fields, trace_id, challenge } = failure.data;
    throw new ApiError({ call: name, status: code, message, name: error, fields, traceId: trace_id, challenge });
  }
  if (status >= 400) throw new ApiError({ call: name, status, message: defaultMessage(status) });
  if (body === undefined) throw new ContractError(name, 'it is not JSON');

  const success = successEnvelope(calls[name].output).safeParse(body);
  if (success.success) return success.data.data as Output<N>;
  throw new ContractError(
    name,
    success.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; '),
  );
}

/** Without an envelope, e.g. from proxies. */
function defaultMessage(status: number): string {
  const known = Object.values(errors).find((error) => error.status === status);
  return known?.message ?? (status >= 500 ? errors.unavailable.message : 'The request was not understood.');
}
