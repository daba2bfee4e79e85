/** The stack cannot run. The message says what is wrong and what to do, and is all that people see. */
export class LaunchFailure extends Error {
  override readonly name = 'LaunchFailure';
}
