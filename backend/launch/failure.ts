/** Users see this message only. */
export class LaunchFailure extends Error {
  override readonly name = 'LaunchFailure';
}
