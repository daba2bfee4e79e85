/** The API answered something the contract does not allow: a fault between two versions, never the user's. */
export class ContractError extends Error {
  override name = 'ContractError';

  constructor(
    readonly call: string,
    problem: string,
    options?: ErrorOptions,
  ) {
    super(`The answer to ${call} breaks the contract: ${problem}`, options);
  }
}
