/** The user must fix it; displayed without a stack trace. */
export class SetupFailure extends Error {
  /** @override */
  name = 'SetupFailure';
}

/** DEBUG=1 prints the stack trace. */
export async function reportFailure(main) {
  try {
    await main();
  } catch (error) {
    const unexpected = error instanceof SetupFailure || process.env.DEBUG ? '' : '\n(DEBUG=1 shows where.)';
    console.log(`\n${process.env.DEBUG ? error.stack : error.message}${unexpected}`);
    process.exit(1);
  }
}
