/** A problem that the user must fix. The message is displayed without a stack trace: what is wrong, and what to do. */
export class SetupFailure extends Error {
  /** @override */
  name = 'SetupFailure';
}

/** Runs a program's main function. An error exits with its message; DEBUG=1 prints the stack trace. */
export async function reportFailure(main) {
  try {
    await main();
  } catch (error) {
    const unexpected = error instanceof SetupFailure || process.env.DEBUG ? '' : '\n(DEBUG=1 shows where.)';
    console.log(`\n${process.env.DEBUG ? error.stack : error.message}${unexpected}`);
    process.exit(1);
  }
}
